//! `whizbang doctor`: what is wrong or doubtful about the server, the session and each service.

mod finding;
mod run;
mod server;
mod service;

pub use finding::KIND;
pub use run::Doctor;
