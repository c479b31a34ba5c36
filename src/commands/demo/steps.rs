//! The steps of the tour: what a person on call would ask, and the command that answers.

use crate::demo::incident::Cast;

/// One step.
pub(super) struct Step {
    /// What is to be found out or done.
    pub why: &'static str,
    /// The arguments after `whizbang --profile demo`.
    pub arguments: fn(&Cast) -> Vec<String>,
}

const REASON: &str = "finance cancelled this invoice; the order may go on";

/// The tour, from the first look to the record of what was done.
pub(super) const STEPS: &[Step] = &[
    Step { why: "What is wrong? One screen.", arguments: |_| words("overview") },
    Step { why: "Which messages keep failing?", arguments: |_| words("poison list --limit 8") },
    Step { why: "Which streams stand still?", arguments: |_| words("stream blocked --limit 8") },
    Step {
        why: "Why does the stream of this order stand still, and what can be done?",
        arguments: |cast| {
            with(words("stream blocked"), [cast.parked_stream.to_string(), "--table".into(), "outbox".into()])
        },
    },
    Step {
        why: "Take the parked message out of the way: first as a rehearsal.",
        arguments: |cast| {
            let id = cast.parked_message.to_string();
            with(words("promote"), [id, "--dry-run".into(), "--reason".into(), REASON.into()])
        },
    },
    Step {
        why: "Then for real.",
        arguments: |cast| {
            let id = cast.parked_message.to_string();
            let ticket = ["--ticket".into(), "INC-2041".into(), "--yes".into()];
            with(with(words("promote"), [id, "--reason".into(), REASON.into()]), ticket)
        },
    },
    Step {
        why: "Does the stream move again?",
        arguments: |cast| {
            with(words("stream blocked"), [cast.parked_stream.to_string(), "--table".into(), "outbox".into()])
        },
    },
    Step { why: "What is in the dead letters?", arguments: |_| words("dlq list --limit 8") },
    Step {
        why: "What happened to this one, which died when the broker timed out?",
        arguments: |cast| with(words("dlq show"), [cast.dead_letter.to_string()]),
    },
    Step {
        why: "The broker is back: send it again.",
        arguments: |cast| {
            let id = cast.dead_letter.to_string();
            with(words("replay"), [id, "--reason".into(), "the broker is back".into(), "--yes".into()])
        },
    },
    Step {
        why: "Where is it now?",
        arguments: |cast| with(words("message show"), [cast.dead_message.to_string()]),
    },
    Step { why: "Who did what, and why?", arguments: |_| words("audit list") },
    Step { why: "And nobody has touched the record since?", arguments: |_| words("audit verify") },
];

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn with<const N: usize>(mut words: Vec<String>, more: [String; N]) -> Vec<String> {
    words.extend(more);
    words
}
