//! Values that have names and numbers, on the command line: shells complete the names, any number is taken too.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

/// Reads a value as its type does, and offers `names` to shells.
#[derive(Clone, Debug)]
pub struct NamedValue<T> {
    names: Vec<&'static str>,
    value: PhantomData<fn() -> T>,
}

impl<T> NamedValue<T> {
    /// With these names to offer.
    pub fn new(names: impl Iterator<Item = &'static str>) -> Self {
        Self { names: names.collect(), value: PhantomData }
    }
}

impl<T> TypedValueParser for NamedValue<T>
where
    T: FromStr<Err: Display + Send + Sync + 'static + std::error::Error> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        StringValueParser::new().try_map(|text| text.parse::<T>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
