//! `whizbang demo`: an incident on a private server, to try everything on.

mod run;
mod server;
mod steps;
mod tour;

pub use run::Demo;
pub use server::KIND;
