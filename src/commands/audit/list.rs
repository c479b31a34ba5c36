//! `whizbang audit list`: operations, newest first unless asked otherwise. Needs no service, only our own schema.

use clap::Args;
use clap::builder::PossibleValuesParser;
use uuid::Uuid;

use crate::commands::listing::{self, After, PageFlags};
use crate::commands::moment::bound;
use crate::context::Context;
use crate::domain::change::Action;
use crate::domain::glob::Glob;
use crate::domain::ids::parse_uuid;
use crate::domain::instant::Instant;
use crate::domain::order::{TimeOrder, TimePlace};
use crate::error::{Error, ExitStatus, Result};
use crate::store::audit::{self, Operation, OperationFilter};
use crate::store::{ReadTx, Scope};
use crate::view::{Cell, Column, Kind, Shape};

/// Arguments of `audit list`.
#[derive(Args, Clone, Debug)]
pub struct List {
    #[command(flatten)]
    filter: FilterFlags,
    /// Order of the operations, by when they began
    #[arg(long, value_enum, default_value_t, value_name = "ORDER", help_heading = "Page")]
    sort: TimeOrder,
    #[command(flatten)]
    page: PageFlags,
}

/// Which operations; all conditions hold, and a repeated one takes any of its values.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filter")]
struct FilterFlags {
    /// Begun at this time or later, or within this last while
    #[arg(long, value_name = "TIME|DURATION")]
    since: Option<String>,
    /// Begun at this time or earlier
    #[arg(long, value_name = "TIME|DURATION")]
    until: Option<String>,
    /// By this actor or OS user, with * and ?
    // The name of the global flag, which has no other use here: nothing is changed.
    #[arg(id = "actor", long = "actor", value_name = "GLOB")]
    actor: Option<String>,
    /// What was done
    #[arg(long = "action", value_name = "ACTION", value_parser = PossibleValuesParser::new(Action::ALL.iter().map(|action| action.name())))]
    actions: Vec<String>,
    /// About this message, dead letter, stream or operation
    #[arg(long, value_name = "ID", value_parser = parse_uuid)]
    target: Option<Uuid>,
    /// For this ticket, with * and ?
    #[arg(long, value_name = "GLOB")]
    ticket: Option<Glob>,
    /// How it ended
    #[arg(long = "state", value_name = "STATE", value_parser = ["planned", "running", "settled", "refused", "failed", "cancelled"])]
    states: Vec<String>,
}

impl List {
    /// Lists operations.
    ///
    /// # Errors
    /// Usage for a time or a pattern that cannot be read; schema (7) without our own schema.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let flags = self.filter;
        let services = match context.store.scope() {
            Scope::Named(services) => services.clone(),
            Scope::Only | Scope::All => Vec::new(),
        };
        let actor = flags.actor.map(|glob| glob.parse()).transpose();
        let filter = OperationFilter {
            services,
            since: bound("--since", flags.since)?,
            until: bound("--until", flags.until)?,
            actor: actor.map_err(|problem| Error::usage(format!("--actor: {problem}")))?,
            actions: flags.actions,
            target: flags.target,
            ticket: flags.ticket,
            states: flags.states,
        };
        listing::run(context, &Operations { filter, order: self.sort }, &self.page).await
    }
}

/// Lists the operations of these states, newest first.
///
/// # Errors
/// Schema (7) without our own schema.
pub async fn operations(
    context: &mut Context<'_>,
    states: Vec<String>,
    page: &PageFlags,
) -> Result<ExitStatus> {
    let services = match context.store.scope() {
        Scope::Named(services) => services.clone(),
        Scope::Only | Scope::All => Vec::new(),
    };
    let filter = OperationFilter { services, states, ..OperationFilter::default() };
    listing::run(context, &Operations { filter, order: TimeOrder::Newest }, page).await
}

struct Operations {
    filter: OperationFilter,
    order: TimeOrder,
}

/// When it began, and its id.
type Place = TimePlace<(Instant, Uuid)>;

impl listing::List for Operations {
    type Row = Operation;
    type Key = Place;

    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn needs_service(&self) -> bool {
        false
    }

    async fn page(
        &self,
        tx: &mut ReadTx<'_>,
        after: Option<&After<Place>>,
        limit: i64,
    ) -> Result<Vec<Operation>> {
        audit::list(tx, &self.filter, self.order, after.map(|after| *after.key.key()), limit).await
    }

    fn key(&self, row: &Operation) -> Place {
        Place::of(self.order, (row.started_at, row.operation_id))
    }

    fn in_order(&self, place: &Place) -> bool {
        place.order() == self.order
    }

    fn cells(&self, row: Operation, _service: &str) -> Vec<Cell> {
        vec![
            row.operation_id.into(),
            row.started_at.into(),
            row.actor.into(),
            row.action.into(),
            row.state.into(),
            row.matched.into(),
            row.done.into(),
            row.first_item.into(),
            row.reason.into(),
            row.ticket.into(),
            row.service.into(),
            row.skipped.into(),
            row.failed.into(),
            row.pending.into(),
            row.error.into(),
            row.settled_at.into(),
            row.os_user.into(),
            row.host.into(),
            row.database_role.into(),
            row.tool_version.into(),
            row.era.into(),
        ]
    }
}

/// The report of `audit list`.
pub static KIND: Kind = Kind {
    name: "operations",
    version: 1,
    doc: "One operation: a change of one or more items, with its record",
    columns: &[
        Column::new("operation_id", "the operation"),
        Column::new("started_at", "when it began"),
        Column::new("actor", "who did it"),
        Column::new("action", "what was done"),
        Column::new("state", "planned, running, settled, refused (nothing was changed), failed or cancelled"),
        Column::new("matched", "items: done + skipped + failed + pending").right().spare(),
        Column::new("done", "items changed").right(),
        Column::new("first_item", "the first item, by the id that was given").spare(),
        Column::new("reason", "why"),
        Column::new("ticket", "ticket of the incident").sparse(),
        Column::new("service", "schema of the service it was about").wide(),
        Column::new("skipped", "items left alone because of their state").wide().right(),
        Column::new("failed", "items that could not be changed").wide().right(),
        Column::new("pending", "items not looked at").wide().right(),
        Column::new("error", "what went wrong").wide(),
        Column::new("settled_at", "when it ended").wide(),
        Column::new("os_user", "the OS user").wide(),
        Column::new("host", "the host it was done from").wide(),
        Column::new("database_role", "the database role").wide(),
        Column::new("tool_version", "version of this program").wide(),
        Column::new("era", "era of the service's schema").wide(),
    ],
    id: "operation_id",
    shape: Shape::List,
    summary: &[],
};
