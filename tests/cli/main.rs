//! The program as a process: status, standard output and standard error together.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod config;
mod conventions;
mod demo;
mod generated;
mod harness;
mod migrate;
mod production;
mod stream;
#[allow(dead_code)]
#[path = "../support/mod.rs"]
mod support;
