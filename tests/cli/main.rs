//! The program as a process: status, standard output and standard error together.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod audit;
mod config;
mod conventions;
mod demo;
mod dispositions;
mod doctor;
mod generated;
mod harness;
mod migrate;
mod pager;
mod production;
#[allow(dead_code)]
#[path = "../support/mod.rs"]
mod support;
