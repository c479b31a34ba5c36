//! Numbers on the command line that have a least value.

use std::fmt::Display;
use std::str::FromStr;

/// Reads a whole number, `least` or more.
pub fn at_least<T>(least: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= least);
        number.ok_or_else(|| format!("give a whole number, {least} or more"))
    }
}
