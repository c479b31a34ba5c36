//! The commands that take a change back, as they are printed: each can be pasted as it is.
//!
//! Knows how commands are written, not which one takes what back.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::bulk::UNWATCHED;
use crate::domain::printed::whole;

/// Most ids that are printed; more are read from the record.
const IDS: usize = 20;

/// What the way back of an occurrence that must run at most once leaves to the operator.
pub const MAY_RUN_TWICE: &str =
    "an occurrence that must run at most once is among them: it is refused without --break-at-most-once";

/// Commands with the rows that they are for, and what they leave as it is or to the operator.
#[derive(Debug, Default)]
pub struct WayBack {
    /// With the rows as long as these are few; beyond that with none, and no more than two.
    commands: BTreeMap<(String, String), Vec<String>>,
    rows: usize,
    /// Rows of the same change of which nothing more is known here.
    elsewhere: usize,
    remarks: BTreeSet<String>,
}

impl WayBack {
    /// A row that `whizbang VERB ID FLAGS` takes back; the flags with a blank before each.
    pub fn add(&mut self, verb: impl Into<String>, flags: impl Into<String>, id: impl ToString) {
        let row = ((verb.into(), flags.into()), vec![id.to_string()]);
        self.join(Self { commands: BTreeMap::from([row]), rows: 1, ..Self::default() });
    }

    /// That of more rows of the same change, whose number is not bounded.
    pub fn join(&mut self, more: Self) {
        self.rows += more.rows;
        self.elsewhere += more.elsewhere;
        self.remarks.extend(more.remarks);
        for (command, ids) in more.commands {
            if self.rows <= IDS {
                self.commands.entry(command).or_default().extend(ids);
            } else if self.commands.len() < 2 {
                self.commands.entry(command).or_default();
            }
        }
    }

    /// So many rows more were changed by somebody else, or before.
    pub fn and_elsewhere(&mut self, rows: usize) {
        self.elsewhere += rows;
    }

    /// What the commands leave as it is, or to the operator.
    pub fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.insert(remark.into());
    }

    /// Whether nothing takes it back.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// What is printed after `operation`. `connection`: the flags with which a command means the same service.
    pub fn notes(&self, operation: Uuid, connection: &str) -> Vec<String> {
        let line = match (self.commands.len(), self.elsewhere) {
            (0, _) => return Vec::new(),
            (_, 0) if self.rows <= IDS => self.lines(connection).join("; "),
            (1, 0) => self.piped(operation, connection),
            _ => {
                let items = self.rows + self.elsewhere;
                let show = whole(&format!("audit show {operation} --items {items} -o json"), connection);
                format!("each row as it was: {show}")
            }
        };
        let remarks = self.remarks.iter().map(|remark| format!("note on taking it back: {remark}"));
        std::iter::once(format!("to take it back: {line}")).chain(remarks).collect()
    }

    fn lines(&self, connection: &str) -> Vec<String> {
        let line = |((verb, flags), ids): (&(String, String), &Vec<String>)| {
            whole(&format!("{verb} {}{flags}", ids.join(" ")), connection)
        };
        self.commands.iter().map(line).collect()
    }

    /// The one command, fed from the record.
    fn piped(&self, operation: Uuid, connection: &str) -> String {
        // A pipe is no terminal, where so many have to be expected.
        let most = if self.rows > UNWATCHED { format!(" --max-items {}", self.rows) } else { String::new() };
        let commands = self.commands.keys().map(|(verb, flags)| {
            let ids = whole(&format!("audit show {operation} --message-ids"), connection);
            format!("{ids} | {} --yes", whole(&format!("{verb} -{flags}{most}"), connection))
        });
        commands.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded_and_still_says_whether_one_command_does() {
        let chunk = |flag: &str, rows: usize| {
            let mut back = WayBack::default();
            (0..rows).for_each(|id| back.add("park", format!("{flag}{}", id % 3), id));
            back
        };
        let mut back = WayBack::default();
        (0..50).for_each(|_| back.join(chunk(" --until ", 500)));
        assert_eq!((back.rows, back.commands.len()), (25_000, 2), "two tell that there are several");
        assert!(back.notes(Uuid::nil(), "")[0].contains("--items 25000 -o json"));

        let mut one = WayBack::default();
        (0..50).for_each(|_| {
            let mut chunk = WayBack::default();
            (0..3).for_each(|id| chunk.add("unpark", "", id));
            one.join(chunk);
        });
        assert!(
            one.notes(Uuid::nil(), "")[0]
                .ends_with("| whizbang unpark - --max-items 150 --reason '..' --yes")
        );
        one.and_elsewhere(1);
        assert!(
            one.notes(Uuid::nil(), "")[0].contains("--items 151 -o json"),
            "the others may take another command"
        );
    }

    fn notes(groups: &[(&str, usize)]) -> Vec<String> {
        let mut back = WayBack::default();
        for (verb, ids) in groups {
            (0..*ids).for_each(|id| back.add(*verb, " --table inbox", id));
        }
        back.remark("mind the gap");
        back.notes(Uuid::nil(), " --schema svc")
    }

    #[test]
    fn every_command_names_the_service() {
        assert_eq!(
            notes(&[("park", 1), ("unpark", 2)]),
            [
                "to take it back: whizbang park 0 --table inbox --schema svc --reason '..'; \
                 whizbang unpark 0 1 --table inbox --schema svc --reason '..'",
                "note on taking it back: mind the gap"
            ]
        );
        assert_eq!(notes(&[]), [""; 0], "nothing to take back, nothing to note");
    }

    #[test]
    fn many_ids_come_from_the_record() {
        let nil = Uuid::nil();
        assert_eq!(
            notes(&[("park", 21)])[0],
            format!(
                "to take it back: whizbang audit show {nil} --message-ids --schema svc | whizbang park - --table inbox --schema svc --reason '..' --yes"
            )
        );
        assert_eq!(
            notes(&[("park", 20), ("retry", 20)])[0],
            format!(
                "to take it back: each row as it was: whizbang audit show {nil} --items 40 -o json --schema svc"
            )
        );
    }
}
