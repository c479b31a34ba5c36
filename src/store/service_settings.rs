//! Settings of the service that decide what becomes of rows (facts §1.14).

use std::time::Duration;

use sqlx::FromRow;

use super::read::{ReadTx, statement};
use crate::error::Result;

const DAY: u64 = 86_400;
/// What the service uses where the setting is missing (facts §6.11).
const STUCK_INBOX_RETENTION_DAYS: u64 = 7;

#[derive(FromRow)]
struct Setting {
    value: String,
}

/// How long an inbox row that nobody leases is kept after it was received; maintenance deletes it then,
/// whatever waits in it.
pub async fn stuck_inbox_retention(tx: &mut ReadTx<'_>) -> Result<Duration> {
    let days = |days: u64| Duration::from_secs(days.saturating_mul(DAY));
    if !tx.capabilities().table("wh_settings") {
        return Ok(days(STUCK_INBOX_RETENTION_DAYS));
    }
    let find = statement(include_str!("sql/settings/value.sql")).bind("stuck_inbox_retention_days");
    let setting: Option<Setting> = tx.optional("read the service's settings", find).await?;
    let set = setting.and_then(|setting| setting.value.trim().parse().ok());
    Ok(days(set.unwrap_or(STUCK_INBOX_RETENTION_DAYS)))
}
