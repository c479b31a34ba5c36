//! The eras of the administered schema, and tests that run on each of them.

/// Name of a set of capabilities of the administered schema (facts §0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// No dead letters.
    A,
    /// Dead letters in `public`.
    B,
    /// The stand-alone schema of `migrations/whizbang`.
    C,
    /// Inbox split in two.
    D,
}

impl Era {
    /// The eras that every command is tested on.
    pub const WITH_DEAD_LETTERS: [Self; 3] = [Self::B, Self::C, Self::D];

    /// The letter in lower case, as in file names.
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::D => "d",
        }
    }

    /// The schema that holds wh_dead_letters.
    pub fn dead_letter_schema(self) -> &'static str {
        if self == Self::B { "public" } else { super::database::SCHEMA }
    }
}

/// Makes a test per era of each `async fn name(db: TestDatabase)`: `name::era_b`, `name::era_c`, `name::era_d`.
///
/// The functions stay outside the macro, so that rustfmt and editors see them.
#[macro_export]
macro_rules! on_every_era {
    ($($name:ident),+ $(,)?) => {
        $(mod $name {
            use $crate::support::database::TestDatabase;
            use $crate::support::era::Era;

            #[tokio::test]
            async fn era_b() {
                super::$name(TestDatabase::new(Era::B).await).await;
            }

            #[tokio::test]
            async fn era_c() {
                super::$name(TestDatabase::new(Era::C).await).await;
            }

            #[tokio::test]
            async fn era_d() {
                super::$name(TestDatabase::new(Era::D).await).await;
            }
        })+
    };
}
