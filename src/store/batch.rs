//! Several statements as one message, where their number would cost more than they do.
//!
//! A statement with parameters takes two round trips, and each end has to wake up for each. The simple protocol takes
//! any number of statements at once, but no parameters; so they are written into the text, in one place, from types
//! that can only be written one way. For ids, numbers and names of our own making; what somebody typed goes the other way.

use std::fmt::Write;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use sqlx::Either;
use sqlx::postgres::PgRow;
use tracing::debug;
use uuid::Uuid;

use super::failure::failure;
use super::read::ReadTx;
use crate::error::Result;

/// A statement from one of the `.sql` files with what its parameters stand for.
pub(super) struct Inline {
    sql: &'static str,
    values: Vec<String>,
}

impl Inline {
    /// A statement whose parameters come next, in their order.
    pub(super) fn new(sql: &'static str) -> Self {
        Self { sql, values: Vec::new() }
    }

    /// The time limit of each of the statements that follow in the transaction.
    pub(super) fn limit(limit: Duration) -> Self {
        let milliseconds = limit.as_millis().max(1).to_string();
        Self::new(include_str!("sql/session/limit.sql")).name(&milliseconds)
    }

    /// An id.
    pub(super) fn id(mut self, id: Uuid) -> Self {
        self.values.push(format!("'{id}'::uuid"));
        self
    }

    /// Ids.
    pub(super) fn ids(mut self, ids: &[Uuid]) -> Self {
        let ids: Vec<String> = ids.iter().map(Uuid::to_string).collect();
        self.values.push(format!("'{{{}}}'::uuid[]", ids.join(",")));
        self
    }

    /// Numbers.
    pub(super) fn ints(mut self, numbers: &[i32]) -> Self {
        let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
        self.values.push(format!("'{{{}}}'::int[]", numbers.join(",")));
        self
    }

    /// A number.
    pub(super) fn int(mut self, number: i32) -> Self {
        self.values.push(format!("({number})"));
        self
    }

    /// A condition.
    pub(super) fn flag(mut self, flag: bool) -> Self {
        self.values.push(flag.to_string());
        self
    }

    /// A name or a setting of our own making.
    pub(super) fn name(mut self, name: &str) -> Self {
        // Escapes are spelled out, so that it does not matter what the server takes a backslash for.
        let escaped = name.replace('\\', r"\\").replace('\'', r"\'");
        self.values.push(format!("E'{escaped}'"));
        self
    }

    /// The text with the parameters in their places. Comments go first: a name in one could end it.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.sql.len());
        for line in self.sql.lines() {
            let mut code = line.split("--").next().unwrap_or_default();
            while let Some(at) = code.find('$') {
                text.push_str(&code[..at]);
                let digits = code[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
                let number = code[at + 1..=at + digits].parse::<usize>().ok();
                match number.and_then(|number| self.values.get(number.checked_sub(1)?)) {
                    Some(value) => text.push_str(value),
                    None => text.push('$'),
                }
                code = &code[at + 1 + digits..];
            }
            text.push_str(code);
            text.push('\n');
        }
        text
    }
}

impl ReadTx<'_> {
    /// The rows of several statements, statement by statement. Their columns come as text. A statement without SQL
    /// gives none.
    pub(super) async fn batch<const N: usize>(
        &mut self,
        doing: &str,
        statements: [Inline; N],
    ) -> Result<[Vec<PgRow>; N]> {
        let begun = Instant::now();
        let mut text = String::new();
        for statement in &statements {
            let _ = writeln!(text, "{};", statement.text());
        }
        let mut results = std::array::from_fn(|_| Vec::new());
        // The server passes over what is empty without a word.
        let mut answered = (0..N).filter(|&number| !statements[number].sql.is_empty());
        let mut current = answered.next();
        {
            let mut stream = sqlx::raw_sql(&text).fetch_many(&mut *self.connection);
            while let Some(step) = stream.try_next().await.map_err(|error| failure(doing, error))? {
                match (step, current) {
                    (Either::Right(row), Some(number)) => results[number].push(row),
                    _ => current = answered.next(),
                }
            }
        }
        debug!(statements = N, elapsed = ?begun.elapsed(), "{doing}");
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stand_where_they_are_named_and_nowhere_else() {
        let (a, b) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let statement = Inline::new("-- $1 ids\nSELECT $2, $1 -- and $3\nWHERE x = $3 OR $4 OR $10")
            .ids(&[a, b])
            .int(-4)
            .name("o'b\\c\n-- x")
            .flag(true);
        assert_eq!(
            statement.text(),
            format!("\nSELECT (-4), '{{{a},{b}}}'::uuid[] \nWHERE x = E'o\\'b\\\\c\n-- x' OR true OR $\n")
        );
        assert_eq!(Inline::new("a = $1").id(a).text(), format!("a = '{a}'::uuid\n"));
    }
}
