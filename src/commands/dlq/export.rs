//! `whizbang dlq export`: dead letters whole, for a copy elsewhere.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::commands::filter_flags::DeadLetterFlags;
use crate::context::Context;
use crate::error::{Error, ExitStatus, Result};
use crate::store::dead_letter_copies::{self, Form, Place, csv_line};
use crate::ui::Destination;
use crate::view::Format;

/// How often progress is told.
const EVERY: Duration = Duration::from_secs(2);

/// Arguments of `dlq export`.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = "All columns of the table go out under their names, oldest dead letter first: as a JSON object a line, \
                             or with `-o csv`. Bodies are as they are stored, secrets included. Each page is read by itself, so \
                             that nothing is held up by a slow reader; what dies meanwhile may be part of it."
)]
pub struct Export {
    #[command(flatten)]
    filter: DeadLetterFlags,
    /// Write to this file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Replace the file that is there
    #[arg(long, requires = "to")]
    force: bool,
}

impl Export {
    /// Writes the dead letters, recovered ones too unless the filter leaves them out.
    ///
    /// # Errors
    /// Usage for another format or several services; conflict (6) where the file is there; schema (7) where the service
    /// keeps no dead letters; output (74).
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let form = match context.console.layout().format {
            Format::Table | Format::Ndjson => Form::Ndjson,
            Format::Csv => Form::Csv,
            Format::Json | Format::Ids => {
                return Err(Error::usage("an export is ndjson or csv").hint("give `-o ndjson` or `-o csv`"));
            }
        };
        let filter = self.filter.filter()?;
        let mut file = self.to.as_deref().map(|path| Destination::create(path, self.force)).transpose()?;
        let mut write = |context: &mut Context<'_>, text: &str| match &mut file {
            Some(file) => file.write(text),
            None => context.console.print(text),
        };
        if form == Form::Csv {
            let columns = context.store.read(async |tx| dead_letter_copies::columns(tx).await).await?;
            let mut heading = String::new();
            csv_line(columns.iter().map(|column| Some(column.name.as_str())), &mut heading);
            write(context, &heading)?;
        }
        let (begun, mut told, mut count) = (Instant::now(), Instant::now(), 0);
        let mut next = Some(Place::default());
        while let Some(place) = next {
            let page = context
                .store
                .read(async |tx| dead_letter_copies::page(tx, &filter, form, place).await)
                .await?;
            write(context, &page.text)?;
            count += page.count;
            next = page.next;
            if told.elapsed() > EVERY && context.console.stderr_is_terminal() {
                told = Instant::now();
                let rate = count as f64 / begun.elapsed().as_secs_f64();
                context.console.note(&format!("{count} exported, {rate:.0} a second"));
            }
        }
        if let Some(file) = file {
            file.finish()?;
        }
        let place = self.to.map(|path| format!(" to {}", path.display())).unwrap_or_default();
        context.console.note(&format!("{count} dead letters exported{place}"));
        Ok(context.status_of_list(count))
    }
}
