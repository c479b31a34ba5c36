//! Properties that hold for all inputs, and for random steps of operators and workers.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod architecture;
mod conservation;
mod harness;
mod storm;
#[allow(dead_code)]
#[path = "../support/mod.rs"]
mod support;
