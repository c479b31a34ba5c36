//! `timestamptz` as [`Instant`]: the raw number, since chrono panics on infinity and far years.
//!
//! Only the type's id is taken from chrono: sqlx knows that one by heart, and would ask the server for
//! one given by name.

use chrono::{DateTime, Utc};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueFormat, PgValueRef, Postgres};
use sqlx::{Decode, Encode, Type};

use crate::domain::instant::Instant;

impl Type<Postgres> for Instant {
    fn type_info() -> PgTypeInfo {
        <DateTime<Utc> as Type<Postgres>>::type_info()
    }
}

impl PgHasArrayType for Instant {
    fn array_type_info() -> PgTypeInfo {
        <DateTime<Utc> as PgHasArrayType>::array_type_info()
    }
}

impl<'r> Decode<'r, Postgres> for Instant {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        match value.format() {
            PgValueFormat::Binary => {
                let bytes: [u8; 8] = value.as_bytes()?.try_into()?;
                Ok(Self::from_pg_micros(i64::from_be_bytes(bytes)))
            }
            PgValueFormat::Text => Err("a timestamp in text format".into()),
        }
    }
}

impl Encode<'_, Postgres> for Instant {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        buffer.extend_from_slice(&self.to_pg_micros().to_be_bytes());
        Ok(IsNull::No)
    }
}
