//! Standard output on a terminal: the last look at what is written, in whatever format.

use std::io::{self, Write};

use crate::domain::text::escape_lines;

/// Standard output. On a terminal it makes visible what would steer that; a table has done so itself, csv, ids and
/// scripts have not.
pub(super) struct Visible<W: Write> {
    out: W,
    on_terminal: bool,
    /// The line that is being written: a character, or the end of a line, may come in two parts.
    line: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub(super) fn new(out: W, on_terminal: bool) -> Self {
        Self { out, on_terminal, line: Vec::new() }
    }

    /// Writes a text of this program's own, with its styles.
    pub(super) fn write_styled(&mut self, text: &str) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn show(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(escape_lines(&String::from_utf8_lossy(bytes)).as_bytes())
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.on_terminal {
            return self.out.write(bytes);
        }
        self.line.extend_from_slice(bytes);
        if let Some(newline) = self.line.iter().rposition(|byte| *byte == b'\n') {
            let begun = self.line.split_off(newline + 1);
            let lines = std::mem::replace(&mut self.line, begun);
            self.show(&lines)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.show(&line)?;
        self.out.flush()
    }
}

impl<W: Write> Drop for Visible<W> {
    fn drop(&mut self) {
        // A report that was broken off is still shown as far as it came.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[&[u8]]) -> String {
        written(parts, true)
    }

    fn written(parts: &[&[u8]], on_terminal: bool) -> String {
        let mut screen = Vec::new();
        let mut out = Visible::new(&mut screen, on_terminal);
        for part in parts {
            out.write_all(part).unwrap();
        }
        drop(out);
        String::from_utf8(screen).unwrap()
    }

    #[test]
    fn what_would_steer_the_terminal_is_written_as_json_writes_it() {
        assert_eq!(
            shown(&["é\u{9b}2J\u{1b}[2J\u{202e}\u{e0041}\n".as_bytes()]),
            "é\\u009b2J\\u001b[2J\\u202e\\udb40\\udc41\n"
        );
    }

    #[test]
    fn ends_of_lines_stay_and_a_lone_return_does_not() {
        assert_eq!(shown(&[b"a,b\r", b"\nc\rd\te\r\n"]), "a,b\r\nc\\u000dd\te\r\n");
    }

    #[test]
    fn elsewhere_every_byte_stays() {
        assert_eq!(written(&[b"\x1b[2J\r"], false), "\x1b[2J\r");
    }

    #[test]
    fn a_character_in_two_parts_stays_one() {
        let [first, second] = "é".as_bytes() else { unreachable!("two bytes") };
        assert_eq!(shown(&[&[*first], &[*second]]), "é");
    }
}
