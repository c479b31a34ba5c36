//! The service's instances and which of them are alive.

use std::collections::BTreeSet;

use sqlx::FromRow;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::batch::Inline;
use super::read::{ReadTx, read, statement};
use crate::domain::instant::Instant;
use crate::error::Result;

/// An instance of the service as it registered itself.
#[derive(Clone, Debug, FromRow)]
pub struct Instance {
    /// Its id.
    pub instance_id: Uuid,
    /// Its host.
    pub host_name: String,
    /// When it was last heard of.
    pub last_heartbeat_at: Instant,
    /// Whether it is alive: heard of within 30 s, or connected (facts §1.7).
    pub live: bool,
}

/// All registered instances, latest heartbeat first.
pub async fn list(tx: &mut ReadTx<'_>) -> Result<Vec<Instance>> {
    let [instances] = tx.batch(DOING, [ask()]).await?;
    read(DOING, &instances)
}

pub(super) const DOING: &str = "list the instances";

/// The question of [`list`], to be asked together with others.
pub(super) fn ask() -> Inline {
    Inline::new(include_str!("sql/instances/live.sql"))
}

/// The instances that are alive.
pub async fn live(tx: &mut ReadTx<'_>) -> Result<BTreeSet<Uuid>> {
    let instances = list(tx).await?;
    Ok(instances.into_iter().filter(|instance| instance.live).map(|instance| instance.instance_id).collect())
}

/// The live ones among the answers to [`ask`].
pub(super) fn live_among(answers: &[PgRow]) -> Result<Vec<Uuid>> {
    let instances: Vec<Instance> = read(DOING, answers)?;
    Ok(instances.into_iter().filter(|instance| instance.live).map(|instance| instance.instance_id).collect())
}

#[derive(FromRow)]
struct Seen {
    seen: bool,
}

/// Whether the sessions of other roles are seen. Where they are not, an instance that counts as not alive may
/// be so all the same.
pub async fn sessions_seen(tx: &mut ReadTx<'_>) -> Result<bool> {
    let ask = statement(include_str!("sql/instances/sessions_seen.sql"));
    Ok(tx.row::<Seen>("see whether sessions are seen", ask).await?.seen)
}
