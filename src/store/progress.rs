//! What the connection is doing right now, for whoever has to interrupt it.

use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

/// Where a transaction is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// No transaction.
    #[default]
    Idle,
    /// A transaction that can be given up at any time.
    Open,
    /// COMMIT is on its way: giving up now would leave the outcome unknown.
    Committing,
}

/// The running transaction, as it described itself. Shared between the work and its interrupter.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Mutex<State>>);

#[derive(Clone, Debug, Default)]
struct State {
    phase: Phase,
    backend: Option<Backend>,
    operation: Option<Uuid>,
    unfinished: Option<Uuid>,
}

/// Identifies a backend's transaction, so that a pooler cannot make us cancel somebody else's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backend {
    /// Process id of the backend.
    pub pid: i32,
    /// The transaction's start (its `now()`), as PostgreSQL's raw microseconds.
    pub started: i64,
}

impl Progress {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The phase now.
    pub fn phase(&self) -> Phase {
        self.with(|state| state.phase)
    }

    /// The operation of the running change.
    pub fn operation(&self) -> Option<Uuid> {
        self.with(|state| state.operation)
    }

    /// The operation of many items that is under way, between its transactions as well.
    pub fn unfinished(&self) -> Option<Uuid> {
        self.with(|state| state.unfinished)
    }

    /// Says which operation of many items is under way from here on.
    pub fn under_way(&self, operation: Option<Uuid>) {
        self.with(|state| state.unfinished = operation);
    }

    /// The backend of the open transaction.
    pub fn backend(&self) -> Option<Backend> {
        self.with(|state| state.backend.clone())
    }

    pub(super) fn opened(&self, backend: Backend) {
        self.with(|state| {
            let unfinished = state.unfinished;
            *state = State { phase: Phase::Open, backend: Some(backend), operation: None, unfinished };
        });
    }

    pub(super) fn changing(&self, operation: Uuid) {
        self.with(|state| state.operation = Some(operation));
    }

    pub(super) fn committing(&self) {
        self.with(|state| state.phase = Phase::Committing);
    }

    pub(super) fn closed(&self) {
        self.with(|state| *state = State { unfinished: state.unfinished, ..State::default() });
    }
}
