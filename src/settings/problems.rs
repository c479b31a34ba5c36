//! Collects problems, so that `config check` shows all and a command the first.

use crate::error::{Error, Result};

/// Problems in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<Error>);

impl Problems {
    /// Keeps a problem.
    pub fn push(&mut self, problem: Error) {
        self.0.push(problem);
    }

    /// The value, or `None` with the problem kept.
    pub fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                self.push(problem);
                None
            }
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the problems of `others` after these.
    pub fn append(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// All problems.
    pub fn into_all(self) -> Vec<Error> {
        self.0
    }

    /// The first problem, with a hint if there are more.
    pub fn into_first(self) -> Option<Error> {
        let count = self.0.len();
        let first = self.0.into_iter().next()?;
        Some(match count {
            1 => first,
            _ => first.hint(format!("run `whizbang config check` to see all {count} problems")),
        })
    }
}
