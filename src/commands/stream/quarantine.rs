//! `whizbang stream quarantine`: parks all that waits in a stream, as one operation.

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use crate::commands::change::bulk::{self, BulkFlags};
use crate::commands::park::parking_for_good;
use crate::commands::reason::ChangeFlags;
use crate::commands::work::Guards;
use crate::commands::work::retention::RetentionFlag;
use crate::context::Context;
use crate::domain::filter::{MessageFilter, WorkFilter};
use crate::domain::ids::parse_uuid;
use crate::error::{ExitStatus, Result};
use crate::store::bulk::Members;
use crate::store::streams::{Subject, resolve};

/// Arguments of `stream quarantine`.
#[derive(Args, Clone, Debug)]
pub struct Quarantine {
    /// Stream, or a message of it
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    #[command(flatten)]
    retention: RetentionFlag,
    #[command(flatten)]
    guards: Guards,
    #[command(flatten)]
    bulk: BulkFlags,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Quarantine {
    /// Parks the rows of the stream.
    ///
    /// # Errors
    /// What every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let stream = stream_of(context, self.id).await?;
        let filter = WorkFilter {
            messages: MessageFilter { stream_ids: vec![stream], ..MessageFilter::default() },
            ..WorkFilter::default()
        };
        let verb = parking_for_good(self.retention, self.guards);
        let selection = json!({"quarantine": stream});
        let members = Members::WorkRows(Box::new(filter));
        let status = bulk::run(context, &verb, &members, selection, &self.change, &self.bulk).await?;
        context.console.note(
            "what arrives later waits behind the parked rows in the outbox and in projections; in the inbox nothing waits, and it runs",
        );
        Ok(status)
    }
}

/// The stream that an id is of or leads to.
pub(super) async fn stream_of(context: &mut Context<'_>, id: Uuid) -> Result<Uuid> {
    let resolved = context.store.read(async |tx| resolve(tx, id).await).await?;
    Ok(match resolved.subject(id) {
        Subject::Stream(stream) => stream,
        // Nothing leads to it where no index does, as with a stream that has inbox rows alone.
        Subject::Message(_) => id,
    })
}
