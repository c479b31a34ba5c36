//! `whizbang poison histogram`: failed rows of the work tables, counted by what they have in common.

use clap::{Args, ValueEnum};

use crate::commands::filter_flags::WorkFlags;
use crate::commands::histogram::{self, GroupFlags};
use crate::context::Context;
use crate::domain::failure_reason::FailureReason;
use crate::domain::filter::WorkFilter;
use crate::domain::histogram::{Group, Order, Tally, age_name};
use crate::domain::signature::{normalized, signature};
use crate::domain::tables::WorkTable;
use crate::error::{ExitStatus, Result};
use crate::store::poison::{self, CountBy, Counted};
use crate::view::Kind;

/// Arguments of `poison histogram`.
#[derive(Args, Clone, Debug)]
pub struct Histogram {
    /// What to group by
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    by: By,
    #[command(flatten)]
    filter: WorkFlags,
    #[command(flatten)]
    groups: GroupFlags,
}

/// What failed rows can be grouped by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    /// Why they failed last
    #[default]
    Reason,
    /// Attempts; failures of a projection, where they are counted
    Attempts,
    /// Message type, or perspective
    Type,
    /// Where outbox rows go
    Destination,
    /// Work table
    Table,
    /// How long ago they were stored
    Age,
    /// Signature of the error
    Signature,
}

impl By {
    const fn name(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::Attempts => "attempts",
            Self::Type => "type",
            Self::Destination => "destination",
            Self::Table => "table",
            Self::Age => "age",
            Self::Signature => "signature",
        }
    }

    const fn column(self) -> CountBy {
        match self {
            Self::Reason => CountBy::Reason,
            Self::Attempts => CountBy::Attempts,
            Self::Type => CountBy::Type,
            Self::Destination => CountBy::Destination,
            Self::Table => CountBy::Table,
            Self::Age => CountBy::Age,
            Self::Signature => CountBy::Error,
        }
    }

    const fn order(self) -> Order {
        match self {
            Self::Attempts => Order::Ascending,
            Self::Age => Order::Descending,
            _ => Order::MostFirst,
        }
    }

    /// What is shown for a key of the database.
    fn label(self, key: String) -> String {
        match self {
            Self::Reason => key.parse().map_or(key, |number| FailureReason::from_i32(number).to_string()),
            Self::Age => key.parse().map_or(key, |bucket| age_name(bucket).to_owned()),
            Self::Table => WorkTable::from_wh_name(&key).map_or(key, |table| table.name().to_owned()),
            _ => key,
        }
    }
}

impl Histogram {
    /// Counts failed rows: those with the Failed bit that are not processed.
    ///
    /// # Errors
    /// Usage for a time that cannot be read; what the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let filter = self.filter.filter()?;
        let by = self.by;
        let limit = self.groups.limit as usize;
        let histograms = context
            .store
            .read_each(async |tx| {
                let mut tally = Tally::default();
                let take = |counted| tally.extend(group(counted, by, &filter));
                poison::count(tx, &filter, by.column(), take).await?;
                let mut histogram = tally.histogram(by.order(), limit);
                for group in &mut histogram.groups {
                    group.key = group.key.take().map(|key| by.label(key));
                }
                Ok((tx.capabilities().service.clone(), histogram))
            })
            .await?;
        histogram::print(context, &KIND, by.name(), &filter.messages, histograms)
    }
}

/// The group that counted rows belong to; `None` when their error is not the one looked for.
fn group(counted: Counted, by: By, filter: &WorkFilter) -> Option<Group> {
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
    let (oldest, newest) = (Some(counted.oldest), Some(counted.newest));
    Some(Group { key, example, count: counted.count, oldest, newest })
}

/// The report of `poison histogram`.
pub static KIND: Kind =
    histogram::kind("poison-histogram", "Failed rows of the work tables that have something in common");
