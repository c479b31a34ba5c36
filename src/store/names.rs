//! Names of schemas and roles as SQL takes them. Knows no schema.

/// The name as a quoted identifier, whatever is in it.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
