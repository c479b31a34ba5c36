//! `whizbang config show`: each setting, and where it came from.

use clap::Args;

use crate::cli::Globals;
use crate::error::{ExitStatus, Result};
use crate::settings::{Env, SettingRow, resolve};
use crate::ui::Console;
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Arguments of `config show`.
#[derive(Args, Clone, Debug)]
pub struct Show {
    /// Also show where each value came from
    #[arg(long)]
    origin: bool,
}

impl Show {
    /// Prints the settings. A password shows as stars.
    ///
    /// # Errors
    /// Configuration (78) or usage (2) when there is anything wrong with them.
    pub fn run(&self, console: &mut Console, globals: &Globals, env: &Env) -> Result<ExitStatus> {
        let settings = resolve(&globals.connection.settings(), env)?;
        console.warn_of_configuration(settings.left_out.as_deref());
        let layout = console.layout_mut();
        // Values are there to be copied.
        layout.wide = true;
        if !self.origin && !globals.output.wide && layout.columns.is_none() && layout.is_for_people() {
            layout.columns = Some(vec!["setting".to_owned(), "value".to_owned()]);
        }
        let rows = settings.describe().into_iter().map(cells).collect();
        console.emit(&KIND, rows, None, &Summary::new())?;
        Ok(ExitStatus::Ok)
    }
}

fn cells(row: SettingRow) -> Vec<Cell> {
    vec![row.key.into(), row.value.into(), row.origin.into()]
}

/// The report of `config show`.
pub static KIND: Kind = Kind {
    name: "setting",
    version: 1,
    doc: "One setting in force",
    columns: &[
        Column::new("setting", "its name"),
        Column::new("value", "its value; never a password"),
        Column::new("origin", "flag, environment variable, profile or file that it came from, or default")
            .wide(),
    ],
    id: "setting",
    shape: Shape::List,
    summary: &[],
};
