//! Start, stop and state of the demo's server.

use std::time::Duration;

use serde_json::Map;

use crate::demo::incident;
use crate::demo::place::Place;
use crate::demo::server::{Listen, Server, ServerSpec, Status, status};
use crate::error::{ExitStatus, Result};
use crate::ui::Console;
use crate::view::{Cell, Column, Kind, Shape};

/// How long the server may take to end its sessions.
const PATIENCE: Duration = Duration::from_secs(10);

/// State of the demo's server.
pub const KIND: Kind = Kind {
    name: "demo",
    version: 1,
    doc: "The demo's server.",
    columns: &[
        Column::new("state", "absent, stopped, busy (starting or stopping) or running"),
        Column::new("folder", "folder of the server's files"),
        Column::new("log", "the server's log"),
        Column::new("pid", "process of the server"),
        Column::new("database", "database of the incident"),
        Column::new("schema", "schema of the service"),
        Column::new("url", "URL of the database"),
        Column::new("use", "how to run any command on it"),
    ],
    id: "state",
    shape: Shape::Record,
    summary: &[],
};

/// The running server with an incident. A server that was just started, or `fresh`, gets a new one.
pub(super) async fn start(console: &mut Console, place: &Place, fresh: bool) -> Result<Server> {
    let (server, started) = match Server::attach(&place.folder)? {
        Some(server) => (server, false),
        None => {
            console.note(&format!("starting a private PostgreSQL server in {}", place.folder.display()));
            (Server::start(&spec(place))?, true)
        }
    };
    if started || fresh || !incident::exists(&server).await? {
        if !started {
            console.note("the demo's server runs already: making its incident afresh, as of now");
        }
        incident::create(&server).await?;
    } else {
        console
            .note("the demo's server runs already; `whizbang demo start --fresh` makes its incident afresh");
    }
    place.write_profile(&server.url(incident::DATABASE))?;
    Ok(server)
}

fn spec(place: &Place) -> ServerSpec {
    let settings = [("max_connections", "30"), ("shared_buffers", "64MB")];
    ServerSpec {
        folder: place.folder.clone(),
        listen: Listen::SocketOnly,
        settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        // It can be made again at any time.
        durable: false,
    }
}

/// Stops the server; it is fine when there is none.
pub(super) fn stop(console: &mut Console, place: &Place, delete: bool) -> Result<ExitStatus> {
    match Server::attach(&place.folder)? {
        Some(mut server) => {
            server.stop(PATIENCE)?;
            console.note("the demo's server is stopped");
        }
        None => console.note("the demo's server does not run"),
    }
    place.remove_profile()?;
    if delete {
        place.delete_data()?;
    }
    Ok(ExitStatus::Ok)
}

/// Prints the state.
pub(super) fn report(console: &mut Console, place: &Place) -> Result<ExitStatus> {
    let state = status(&place.folder);
    let server = if state == Status::Running { Server::attach(&place.folder)? } else { None };
    let text = |text: String| Cell::Text(text);
    let row = vec![
        Cell::from(name(state)),
        text(place.folder.display().to_string()),
        server.as_ref().map(|server| server.log().display().to_string()).into(),
        server.as_ref().map(|server| i64::from(server.pid())).into(),
        server.as_ref().map(|_| incident::DATABASE).into(),
        server.as_ref().map(|_| incident::SCHEMA).into(),
        server.as_ref().map(|server| server.url(incident::DATABASE)).into(),
        Cell::from(if server.is_some() { "whizbang --profile demo overview" } else { "whizbang demo start" }),
    ];
    console.emit(&KIND, vec![row], None, &Map::new())?;
    Ok(ExitStatus::Ok)
}

fn name(state: Status) -> &'static str {
    match state {
        Status::Absent => "absent",
        Status::Stopped => "stopped",
        Status::Busy => "busy",
        Status::Running => "running",
    }
}
