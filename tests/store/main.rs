//! The repository layer against PostgreSQL, on each era.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod catalog;
mod harness;
mod plans;
#[allow(dead_code)]
#[path = "../support/mod.rs"]
mod support;
