//! Whose a dead letter is. A service schema can hold another service's dead letters: era B keeps them all in
//! `public`, and the move out of there copied each into every schema (facts §0). Put into the wrong service,
//! a message is lost to the right one.

/// What tells whose a dead letter is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The service whose operation promoted it.
    pub promoted_in: Option<String>,
    /// The instance that moved it is registered, or was evicted, here.
    pub mover_here: bool,
    /// Another service where that instance is registered.
    pub mover_in: Option<String>,
    /// Traces of the message here, each as a phrase.
    pub traces_here: Vec<&'static str>,
    /// Other services that have traces of the message.
    pub traces_in: Vec<String>,
    /// Schemas that have the same dead letter, unrecovered.
    pub copies: Vec<String>,
}

/// Whose a dead letter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This service's.
    Own,
    /// Another service's.
    Foreign,
    /// Nothing tells.
    Unknown,
}

impl Owner {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Foreign => "foreign",
            Self::Unknown => "unknown",
        }
    }
}

impl Evidence {
    /// Whose it is, and why, for `service`. What moved it decides; traces of the message decide only where
    /// one service alone has any, for a message may be known to several.
    pub fn judge(&self, service: &str) -> (Owner, String) {
        match &self.promoted_in {
            Some(promoted) if promoted == service => {
                return (Owner::Own, "promoted here by an operation of ours".to_owned());
            }
            Some(promoted) => return (Owner::Foreign, format!("promoted in service '{promoted}'")),
            None => {}
        }
        match &self.mover_in {
            _ if self.mover_here => return (Owner::Own, "moved by an instance of this service".to_owned()),
            Some(other) => return (Owner::Foreign, format!("moved by an instance of service '{other}'")),
            None => {}
        }
        let here = self.traces_here.join(", ");
        let there = self.traces_in.join(", ");
        match (self.traces_here.is_empty(), self.traces_in.is_empty()) {
            (false, true) => (Owner::Own, here),
            (true, false) => (Owner::Foreign, format!("only service {there} knows the message")),
            (false, false) => {
                (Owner::Unknown, format!("{here} here, but service {there} knows the message too"))
            }
            (true, true) => (Owner::Unknown, "no instance, operation or trace tells whose it is".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(evidence: &Evidence) -> Owner {
        evidence.judge("orders").0
    }

    #[test]
    fn what_moved_it_decides() {
        let promoted =
            |service: &str| Evidence { promoted_in: Some(service.to_owned()), ..Evidence::default() };
        assert_eq!(owner(&promoted("orders")), Owner::Own);
        assert_eq!(owner(&Evidence { mover_here: true, ..promoted("billing") }), Owner::Foreign);
        assert_eq!(owner(&Evidence { mover_here: true, ..Evidence::default() }), Owner::Own);
        let foreign = Evidence {
            mover_in: Some("billing".to_owned()),
            traces_here: vec!["deduplication row"],
            ..Evidence::default()
        };
        assert_eq!(owner(&foreign), Owner::Foreign);
    }

    #[test]
    fn traces_decide_only_where_one_service_has_them() {
        let here = Evidence { traces_here: vec!["event store"], ..Evidence::default() };
        assert_eq!(owner(&here), Owner::Own);
        assert_eq!(owner(&Evidence { traces_in: vec!["billing".to_owned()], ..here }), Owner::Unknown);
        let there = Evidence { traces_in: vec!["billing".to_owned()], ..Evidence::default() };
        assert_eq!(owner(&there), Owner::Foreign);
        assert_eq!(owner(&Evidence::default()), Owner::Unknown);
    }
}
