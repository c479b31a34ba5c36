//! How many streams stand still, and what that asks of the person who looks. Counted are heads: a stream has one in each
//! table and for each perspective.

use std::iter::Sum;

/// How many lanes are blocked or stalled; each has one head. A row without stream is a lane of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// All of them.
    pub lanes: i64,
    /// Those in which a row keeps the rows behind it from being claimed.
    pub blocked: i64,
    /// Those that never move by themselves, whether or not they block.
    pub stalled: i64,
    /// Something could not be looked at, so that there may be more.
    pub partial: bool,
}

/// Of which streams it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Of every one.
    All,
    /// Of those that match a filter; others may be blocked.
    Some,
}

impl Survey {
    /// Those that need nobody: a time comes, a lease runs out, a cursor is set free.
    pub fn by_themselves(&self) -> i64 {
        self.lanes - self.stalled
    }

    /// `1 stream head needs you, 8 go on by themselves`. `anybody`: an instance is alive to go on with them; `asked`:
    /// of all streams.
    pub fn sentence(&self, anybody: bool, asked: Asked) -> String {
        let by_themselves = match (self.by_themselves(), anybody) {
            (0, _) => None,
            (1, true) => Some("1 goes on by itself".to_owned()),
            (count, true) => Some(format!("{count} go on by themselves")),
            (1, false) => Some("1 would go on by itself, but no instance is alive".to_owned()),
            (count, false) => Some(format!("{count} would go on by themselves, but no instance is alive")),
        };
        let stalled = match (self.stalled, self.partial) {
            (0, true) => "no stream is known to need you".to_owned(),
            (0, false) if self.lanes == 0 && asked == Asked::Some => {
                "none of the blocked or stalled streams matches".to_owned()
            }
            (0, false) if self.lanes == 0 => "no stream is blocked or stalled".to_owned(),
            (0, false) if asked == Asked::Some => "no matching stream needs you".to_owned(),
            (0, false) => "no stream needs you".to_owned(),
            (1, false) => "1 stream head needs you".to_owned(),
            (1, true) => "at least 1 stream head needs you".to_owned(),
            (count, false) => format!("{count} stream heads need you"),
            (count, true) => format!("at least {count} stream heads need you"),
        };
        let partial = self.partial.then(|| "not all could be looked at".to_owned());
        [Some(stalled), by_themselves, partial].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Sum for Survey {
    fn sum<I: Iterator<Item = Self>>(surveys: I) -> Self {
        surveys.fold(Self::default(), |sum, survey| Self {
            lanes: sum.lanes + survey.lanes,
            blocked: sum.blocked + survey.blocked,
            stalled: sum.stalled + survey.stalled,
            partial: sum.partial || survey.partial,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lanes: i64, stalled: i64, partial: bool, anybody: bool) -> String {
        Survey { lanes, stalled, partial, blocked: 0 }.sentence(anybody, Asked::All)
    }

    #[test]
    fn the_sentence_tells_who_has_to_act() {
        assert_eq!(said(9, 1, false, true), "1 stream head needs you, 8 go on by themselves");
        assert_eq!(said(2, 2, false, true), "2 stream heads need you");
        assert_eq!(said(1, 0, false, true), "no stream needs you, 1 goes on by itself");
        assert_eq!(said(0, 0, false, true), "no stream is blocked or stalled");
    }

    #[test]
    fn under_a_filter_nothing_is_said_of_the_other_streams() {
        let sentence = Survey::default().sentence(true, Asked::Some);
        let moving = Survey { lanes: 1, ..Survey::default() }.sentence(true, Asked::Some);
        assert_eq!(moving, "no matching stream needs you, 1 goes on by itself");
        assert_eq!(sentence, "none of the blocked or stalled streams matches");
    }

    #[test]
    fn what_is_not_known_is_not_promised() {
        assert_eq!(said(0, 0, true, true), "no stream is known to need you, not all could be looked at");
        assert_eq!(said(3, 3, true, true), "at least 3 stream heads need you, not all could be looked at");
        let idle = said(3, 1, false, false);
        assert_eq!(idle, "1 stream head needs you, 2 would go on by themselves, but no instance is alive");
    }
}
