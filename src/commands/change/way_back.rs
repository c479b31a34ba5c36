//! The commands that take a change back, as they are printed: each can be pasted as it is.
//!
//! Knows how commands are written, not which one takes what back.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::domain::printed::whole;

/// Most ids that are printed; more are taken back as the operation that they are.
const IDS: usize = 20;

/// What the way back of an occurrence that must run at most once leaves to the operator.
pub const MAY_RUN_TWICE: &str =
    "an occurrence that must run at most once is among them: it is refused without --break-at-most-once";

/// Commands with the rows that they are for, and what they leave as it is or to the operator.
#[derive(Debug, Default)]
pub struct WayBack {
    commands: BTreeMap<(String, String), Vec<String>>,
    remarks: BTreeSet<String>,
}

impl WayBack {
    /// A row that `whizbang VERB ID FLAGS` takes back; the flags with a blank before each.
    pub fn add(&mut self, verb: impl Into<String>, flags: impl Into<String>, id: impl ToString) {
        self.commands.entry((verb.into(), flags.into())).or_default().push(id.to_string());
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
        let ids = self.commands.values().map(Vec::len).sum::<usize>();
        let line = match self.commands.len() {
            0 => return Vec::new(),
            _ if ids <= IDS => self.lines(connection).join("; "),
            _ => whole(&format!("operation undo {operation}{}", self.flags()), connection),
        };
        // An undo goes by the rows as they were, so only a guard is left to be told of.
        let told = |remark: &&String| ids <= IDS || *remark == MAY_RUN_TWICE;
        let remarks =
            self.remarks.iter().filter(told).map(|remark| format!("note on taking it back: {remark}"));
        std::iter::once(format!("to take it back: {line}")).chain(remarks).collect()
    }

    fn lines(&self, connection: &str) -> Vec<String> {
        let line = |((verb, flags), ids): (&(String, String), &Vec<String>)| {
            whole(&format!("{verb} {}{flags}", ids.join(" ")), connection)
        };
        self.commands.iter().map(line).collect()
    }

    /// What the undo needs of what the commands need.
    fn flags(&self) -> String {
        let needed = |flag: &&str| self.commands.keys().any(|(_, flags)| flags.contains(*flag));
        [" --keep-attempts", " --accept-deletion"].into_iter().filter(needed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn many_ids_are_taken_back_by_an_undo() {
        let nil = Uuid::nil();
        let undo = format!("to take it back: whizbang operation undo {nil} --schema svc --reason '..'");
        assert_eq!(notes(&[("park", 21)])[0], undo);
        assert_eq!(notes(&[("park", 20), ("retry", 20)]), [undo]);
        let mut back = WayBack::default();
        (0..21).for_each(|id| back.add("unpark", " --keep-attempts --table inbox", id));
        assert_eq!(
            back.notes(nil, ""),
            [format!("to take it back: whizbang operation undo {nil} --keep-attempts --reason '..'")]
        );
    }
}
