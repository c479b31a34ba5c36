//! The program as a process: status, standard output and standard error together.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod audit;
mod bulk;
mod change_report;
mod config;
mod conventions;
mod demo;
mod dispositions;
mod dlq_diff;
mod dlq_export;
mod dlq_groups;
mod dlq_import;
mod dlq_list;
mod dlq_show;
mod doctor;
mod edit;
mod generated;
mod grants;
mod harness;
mod in_between;
mod message_show;
mod migrate;
mod notes;
mod other_ids;
mod overview;
mod pager;
mod poison;
mod printed;
mod production;
mod purge;
mod readme;
mod replay;
mod reports;
mod selection;
mod stream;
mod stream_one;
#[allow(dead_code)]
#[path = "../support/mod.rs"]
mod support;
mod sweep;
mod trouble;
mod undo;
mod verbs;
