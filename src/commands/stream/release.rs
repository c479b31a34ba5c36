//! `whizbang stream release`: gives the rows that a quarantine parked their schedules from before, as one operation.

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use super::quarantine::stream_of;
use crate::commands::change::bulk::{self, BulkFlags};
use crate::commands::reason::ChangeFlags;
use crate::commands::unpark::unparking_with;
use crate::commands::work::Guards;
use crate::commands::work::cap::CapFlags;
use crate::commands::work::retention::RetentionFlag;
use crate::context::Context;
use crate::domain::ids::parse_uuid;
use crate::error::{ExitStatus, Result};
use crate::store::bulk::Members;

/// Arguments of `stream release`.
#[derive(Args, Clone, Debug)]
pub struct Release {
    /// Stream, or a message of it
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    #[command(flatten)]
    cap: CapFlags,
    #[command(flatten)]
    retention: RetentionFlag,
    #[command(flatten)]
    guards: Guards,
    #[command(flatten)]
    bulk: BulkFlags,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Release {
    /// Unparks what `stream quarantine` parked; what was parked by itself stays.
    ///
    /// # Errors
    /// What every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let stream = stream_of(context, self.id).await?;
        let verb = unparking_with(self.cap, self.retention, self.guards);
        let (members, selection) = (Members::Quarantined(stream), json!({"release": stream}));
        bulk::run(context, &verb, &members, selection, &self.change, &self.bulk).await
    }
}
