//! `whizbang dlq histogram`: dead letters, counted by what they have in common.

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};

use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::histogram::{self, GroupFlags};
use crate::context::Context;
use crate::domain::failure_reason::FailureReason;
use crate::domain::filter::DeadLetterFilter;
use crate::domain::histogram::{Group, Order, Tally, age_name};
use crate::domain::signature::{normalized, signature};
use crate::domain::status::RecoveryStatus;
use crate::error::{ExitStatus, Result};
use crate::store::dead_letter_counts::{self, CountBy, Counted};
use crate::view::Kind;

/// Arguments of `dlq histogram`.
#[derive(Args, Clone, Debug)]
pub struct Histogram {
    /// What to group by
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    by: By,
    #[command(flatten)]
    filter: DeadLetterFlags,
    #[command(flatten)]
    groups: GroupFlags,
}

/// What dead letters can be grouped by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    /// Why they died
    #[default]
    Reason,
    /// Message type
    Type,
    /// Where they stand
    Status,
    /// Build of the service that they died under
    Generation,
    /// How long ago they died
    Age,
    /// Signature of the error
    Signature,
    /// Stream
    Stream,
}

impl By {
    const fn name(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::Type => "type",
            Self::Status => "status",
            Self::Generation => "generation",
            Self::Age => "age",
            Self::Signature => "signature",
            Self::Stream => "stream",
        }
    }

    const fn column(self) -> CountBy {
        match self {
            Self::Reason => CountBy::Reason,
            Self::Type => CountBy::Type,
            Self::Status => CountBy::Status,
            Self::Generation => CountBy::Generation,
            Self::Age => CountBy::Age,
            Self::Signature => CountBy::Error,
            Self::Stream => CountBy::Stream,
        }
    }

    const fn order(self) -> Order {
        match self {
            Self::Age => Order::Descending,
            _ => Order::MostFirst,
        }
    }

    /// What is shown for a key of the database.
    fn label(self, key: String) -> String {
        match self {
            Self::Reason => key.parse().map_or(key, |number| FailureReason::from_i32(number).to_string()),
            Self::Status => key.parse().map_or(key, |number| RecoveryStatus::from_i32(number).to_string()),
            Self::Age => key.parse().map_or(key, |bucket| age_name(bucket).to_owned()),
            _ => key,
        }
    }
}

impl Histogram {
    /// Counts dead letters, recovered ones too unless the filter leaves them out.
    ///
    /// # Errors
    /// Usage for a time that cannot be read; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let filter = self.filter.filter()?;
        let (by, limit) = (self.by, self.groups.limit as usize);
        let mut homes = BTreeSet::new();
        let histograms = context
            .store
            .read_each(async |tx| {
                let home = tx.capabilities().dead_letter_home().to_owned();
                // Era B: every service of the database reads the same table.
                if !homes.insert(home.clone()) {
                    return Ok(None);
                }
                let mut tally = Tally::default();
                // Streams can be as many as dead letters, so the database chooses among them.
                let most = (by == By::Stream).then_some(i64::from(self.groups.limit));
                let (mut groups, mut total) = (0, 0);
                let take = |counted: Counted| {
                    (groups, total) = (counted.groups, counted.total);
                    if let Some(group) = group(counted, by, &filter) {
                        tally.add(group);
                    }
                };
                dead_letter_counts::count(tx, &filter, by.column(), most, take).await?;
                let mut histogram = tally.histogram(by.order(), limit);
                if most.is_some() && filter.messages.signatures.is_empty() {
                    (histogram.group_count, histogram.total) = (groups, total);
                }
                for group in &mut histogram.groups {
                    group.key = group.key.take().map(|key| by.label(key));
                }
                Ok(Some((home, histogram)))
            })
            .await?;
        let histograms = histograms.into_iter().flatten().collect();
        histogram::print(context, &KIND, by.name(), &filter.messages, histograms)
    }
}

/// The group that counted dead letters belong to; `None` when their error is not the one looked for.
fn group(counted: Counted, by: By, filter: &DeadLetterFilter) -> Option<Group> {
    let error = counted.error.as_deref();
    if !filter.messages.admits_error(error) {
        return None;
    }
    let (key, example) = match by {
        By::Signature => {
            let example = error.map(normalized).filter(|text| !text.is_empty());
            (error.and_then(signature).map(|signature| signature.to_string()), example)
        }
        _ => (counted.key, None),
    };
    Some(Group { key, example, count: counted.count, oldest: counted.oldest, newest: counted.newest })
}

/// The report of `dlq histogram`.
pub static KIND: Kind =
    histogram::kind("dead-letter-histogram", "Dead letters that have something in common");
