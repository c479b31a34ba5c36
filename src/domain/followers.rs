//! What waits behind a work row in its stream (facts §4): how many rows a park would freeze and a promote
//! or retry would free. Knows the order of rows that it is given, no table.

use std::collections::BTreeSet;

use uuid::Uuid;

/// A row in the line of its stream; of its stream and perspective for a projection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLine {
    /// The message id; event_work_id for a perspective event.
    pub message_id: Uuid,
    /// The stream.
    pub stream_id: Uuid,
    /// The perspective, whose rows do not wait for those of another one.
    pub perspective_name: Option<String>,
    /// Its place in the line; rows that share one do not wait for each other.
    pub place: i64,
    /// Not finished.
    pub waiting: bool,
    /// Keeps later rows from being claimed.
    pub blocks: bool,
    /// Could be claimed as far as its own schedule and lease go.
    pub due: bool,
}

impl InLine {
    fn shares_line(&self, other: &Self) -> bool {
        self.stream_id == other.stream_id && self.perspective_name == other.perspective_name
    }
}

/// What is behind a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// Unfinished rows behind it.
    pub rows: u64,
    /// Rows that become claimable when it blocks no longer.
    pub freed: u64,
    /// Whether it keeps them waiting now.
    pub blocks: bool,
    /// Rows before it that keep it waiting itself.
    pub blockers: u64,
}

/// What is behind the row `id` in `line`, which holds every row of its stream, once those that the same change
/// takes `away` are out of the line as well. `None` when the row is not there.
pub fn behind(line: &[InLine], id: Uuid, away: &BTreeSet<Uuid>) -> Option<Behind> {
    let own = line.iter().find(|row| row.message_id == id)?;
    let stays = |row: &&InLine| row.message_id != id && !away.contains(&row.message_id);
    let others = || line.iter().filter(stays).filter(|row| row.shares_line(own));
    // Whatever is behind the first other blocker keeps waiting for that one.
    let next_blocker = others().filter(|row| row.blocks).map(|row| row.place).min();
    let followers = || others().filter(|row| row.waiting && row.place > own.place);
    let freed = followers()
        .filter(|row| row.due && !row.blocks && next_blocker.is_none_or(|place| row.place <= place))
        .count();
    Some(Behind {
        rows: followers().count() as u64,
        freed: if own.blocks { freed as u64 } else { 0 },
        blocks: own.blocks,
        blockers: others().filter(|row| row.blocks && row.place < own.place).count() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u128, blocks: bool) -> InLine {
        InLine {
            message_id: Uuid::from_u128(number),
            stream_id: Uuid::nil(),
            perspective_name: None,
            place: number as i64,
            waiting: true,
            blocks,
            due: !blocks,
        }
    }

    fn of(line: &[InLine], number: u128) -> Behind {
        behind(line, Uuid::from_u128(number), &BTreeSet::new()).unwrap()
    }

    #[test]
    fn the_only_blocker_frees_all_that_wait() {
        let line = [row(1, true), row(2, false), row(3, false)];
        assert_eq!(of(&line, 1), Behind { rows: 2, freed: 2, blocks: true, blockers: 0 });
        assert_eq!(of(&line, 3), Behind { rows: 0, freed: 0, blocks: false, blockers: 1 });
    }

    #[test]
    fn another_blocker_keeps_what_is_behind_it() {
        let line = [row(1, true), row(2, false), row(3, true), row(4, false)];
        assert_eq!(of(&line, 1), Behind { rows: 3, freed: 1, blocks: true, blockers: 0 });
        assert_eq!(of(&line, 3), Behind { rows: 1, freed: 0, blocks: true, blockers: 1 });
    }

    #[test]
    fn what_goes_with_it_keeps_nothing_waiting() {
        let line = [row(1, true), row(2, true), row(3, false)];
        let away = [1, 2].map(Uuid::from_u128).into();
        let free = Behind { rows: 1, freed: 1, blocks: true, blockers: 0 };
        assert_eq!([1, 2].map(|id| behind(&line, Uuid::from_u128(id), &away)), [Some(free); 2]);
    }

    #[test]
    fn a_row_that_blocks_nothing_frees_nothing() {
        assert_eq!(of(&[row(1, false), row(2, false)], 1), Behind { rows: 1, ..Behind::default() });
    }

    #[test]
    fn equal_places_and_other_lines_do_not_wait() {
        let twin = InLine { place: 1, ..row(2, false) };
        let elsewhere = InLine { perspective_name: Some("Other".to_owned()), ..row(3, false) };
        let finished = InLine { waiting: false, ..row(4, false) };
        assert_eq!(of(&[row(1, true), twin, elsewhere, finished], 1).rows, 0);
        assert_eq!(behind(&[], Uuid::nil(), &BTreeSet::new()), None);
    }
}
