//! The file of an import: looked through once, and then read line by line as their turn comes, so that it is never in
//! memory whole.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use serde_json::value::RawValue;
use uuid::Uuid;

use crate::error::{Error, ExitStatus, Result};
use crate::store::dead_letter_copies::ColumnName;
use crate::ui::Console;

/// Lines that are named as wrong.
const TOLD: usize = 5;

/// A file whose lines are dead letters, each with an id of its own.
pub(super) struct Lines {
    file: RefCell<File>,
    /// By id.
    places: Vec<Place>,
}

struct Place {
    id: Uuid,
    start: u64,
    length: usize,
}

/// Opens a file, or keeps standard input, named `-`, in one that has no name.
///
/// # Errors
/// Usage where it cannot be read.
pub(super) fn open(name: &str, console: &mut Console) -> Result<File> {
    let failure = |error: io::Error| Error::usage(format!("could not read {name}")).because(error);
    if name != "-" {
        return File::open(name).map_err(failure);
    }
    let path = std::env::temp_dir().join(format!("whizbang-import-{}", Uuid::now_v7()));
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path).map_err(failure)?;
    fs::remove_file(&path).map_err(failure)?;
    io::copy(console.stdin(), &mut file).map_err(failure)?;
    file.rewind().map_err(failure)?;
    Ok(file)
}

impl Lines {
    /// Looks through the file. Gives the ids in the order of the lines.
    ///
    /// # Errors
    /// Schema (7) where a line has other columns than the table; usage (2), naming the lines, for what is no dead letter.
    pub(super) fn look_through(mut file: File, columns: &[ColumnName]) -> Result<(Self, Vec<Uuid>)> {
        let failure = |error: io::Error| Error::usage("could not read the file").because(error);
        let (mut ids, mut places, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        let (mut reader, mut line, mut start) = (BufReader::new(&mut file), Vec::new(), 0);
        for number in 1_u64.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(failure)?;
            if length == 0 {
                break;
            }
            if !line.trim_ascii().is_empty() {
                match id_of(&line, number, columns)? {
                    Ok(id) => {
                        ids.push(id);
                        places.push(Place { id, start, length });
                    }
                    Err(why) => wrong.push(format!("line {number}: {why}")),
                }
            }
            start += length as u64;
        }
        places.sort_by_key(|place| place.id);
        let twice = places.windows(2).filter(|pair| pair[0].id == pair[1].id);
        wrong.extend(twice.map(|pair| format!("dead letter {} is in two lines", pair[0].id)));
        if wrong.is_empty() {
            return Ok((Self { file: RefCell::new(file), places }, ids));
        }
        let count = wrong.len();
        let told = wrong.iter().take(TOLD);
        Err(told.fold(
            Error::usage(format!("{count} lines are no dead letters of an export; nothing was changed")),
            |error, why| error.hint(why.clone()),
        ))
    }

    /// The line of an id.
    ///
    /// # Errors
    /// Failed (1) where the file changed meanwhile.
    pub(super) fn line(&self, id: Uuid) -> Result<String> {
        let changed = || Error::new(ExitStatus::Failed, "the file changed while it was read");
        let place = self.places.binary_search_by_key(&id, |place| place.id).map_err(|_| changed())?;
        let Place { start, length, .. } = self.places[place];
        let mut bytes = vec![0; length];
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(start))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| changed().because(error))?;
        String::from_utf8(bytes).map_err(|error| changed().because(error))
    }

    /// How long the line of an id is, in bytes.
    pub(super) fn length(&self, id: Uuid) -> usize {
        let place = self.places.binary_search_by_key(&id, |place| place.id);
        place.map_or(0, |place| self.places[place].length)
    }
}

/// The id of a dead letter, or why the line is none.
///
/// # Errors
/// Schema (7) where it has other columns.
fn id_of(line: &[u8], number: u64, columns: &[ColumnName]) -> Result<std::result::Result<Uuid, String>> {
    let fields: BTreeMap<String, &RawValue> = match serde_json::from_slice(line) {
        Ok(fields) => fields,
        Err(error) => return Ok(Err(format!("it is no JSON object: {error}"))),
    };
    let missing = columns.iter().find(|column| !fields.contains_key(&column.name));
    let unknown = fields.keys().find(|name| !columns.iter().any(|column| column.name == **name));
    let wrong = match (missing, unknown) {
        (Some(missing), _) => Some(format!("line {number} has no column {}", missing.name)),
        (_, Some(unknown)) => Some(format!("the table has no column {unknown}, which line {number} has")),
        _ => None,
    };
    if let Some(wrong) = wrong {
        return Err(Error::schema(format!("{wrong}; nothing was changed"))
            .hint("an import goes into a service of the same era as the export's"));
    }
    let empty = |column: &&ColumnName| column.required && fields[&column.name].get() == "null";
    if let Some(column) = columns.iter().find(empty) {
        return Ok(Err(format!("{} is null", column.name)));
    }
    let id = fields.get("dead_letter_id").map_or("", |id| id.get());
    Ok(serde_json::from_str(id).map_err(|_| format!("{id} is not an id")))
}
