//! One libpq parameter: from the URL, else from its variable.
//!
//! Knows the table of parameters; does not know what a value means.

use super::connection_url::ConnectionUrl;
use super::env::Env;
use super::origin::{Origin, Sourced};
use super::parameters::{PARAMETERS, Treatment, find};
use super::problems::Problems;
use crate::error::Error;

/// The URL, if there is one, over the variables.
pub(super) struct Lookup<'a> {
    url: Option<&'a Sourced<ConnectionUrl>>,
    env: &'a Env,
}

impl<'a> Lookup<'a> {
    /// Looks into `url` first.
    pub fn new(url: Option<&'a Sourced<ConnectionUrl>>, env: &'a Env) -> Self {
        Self { url, env }
    }

    /// The value of a parameter; one that is empty counts as not given.
    pub fn value(&self, name: &str) -> Option<Sourced<String>> {
        self.in_url(name).or_else(|| self.in_variable(name))
    }

    /// The value that the URL gives.
    pub fn in_url(&self, name: &str) -> Option<Sourced<String>> {
        let url = self.url?;
        url.value.get(name).map(|value| Sourced::new(value.to_owned(), url.origin.clone()))
    }

    fn in_variable(&self, name: &str) -> Option<Sourced<String>> {
        let variable = find(name)?.variable?;
        self.env.var(variable).map(|value| Sourced::new(value.to_owned(), Origin::Variable(variable)))
    }

    /// Refuses what cannot be honoured, in the URL and in the variables.
    pub fn refuse_unsupported(&self, problems: &mut Problems) {
        if let Some(url) = self.url {
            for name in url.value.names().filter(|name| find(name).is_none()) {
                problems.push(
                    Error::config(format!("unknown parameter `{name}` in the URL from {}", url.origin)).hint(
                        "use libpq's names; parameters of other drivers (Timeout, Pooling, ..) have no meaning here",
                    ),
                );
            }
        }
        for parameter in PARAMETERS {
            let Some(given) = self.value(parameter.name) else { continue };
            let origin = &given.origin;
            match parameter.treatment {
                Treatment::Used | Treatment::Ignored => {}
                Treatment::Only { allowed, .. } if allowed.contains(&given.value.as_str()) => {}
                Treatment::Only { allowed, hint } => problems.push(
                    Error::config(format!(
                        "{} from {origin} is not supported with this value, only {}",
                        parameter.name,
                        allowed.join(", ")
                    ))
                    .hint(hint),
                ),
                Treatment::Refused { hint } => problems.push(
                    Error::config(format!("{} from {origin} is not supported", parameter.name)).hint(hint),
                ),
            }
        }
    }
}
