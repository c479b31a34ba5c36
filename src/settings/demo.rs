//! The demo's profile: kept in its own state, never in the user's configuration, and used without what leads to
//! other databases.

use std::path::PathBuf;

use super::env::Env;
use super::resolve::SettingsFlags;

/// Name of the demo's profile, which the configuration may not use.
pub(super) const DEMO_PROFILE: &str = "demo";

/// The file of the demo's profile: `$WHIZBANG_DEMO_DIR/profile.toml`, else
/// `$XDG_STATE_HOME/whizbang/demo/profile.toml` (by default in `~/.local/state`). It holds the keys of one
/// profile at its top level. `None` where there is no home folder either.
pub fn demo_profile_path(env: &Env) -> Option<PathBuf> {
    let folder = match env.var("WHIZBANG_DEMO_DIR") {
        Some(folder) => env.absolute(folder),
        None => env.xdg("XDG_STATE_HOME", ".local/state")?.join("whizbang").join("demo"),
    };
    Some(folder.join("profile.toml"))
}

/// Whether the demo is asked for by its name.
pub(super) fn is_asked_for(flags: &SettingsFlags, env: &Env) -> bool {
    match (&flags.database_url, &flags.profile) {
        (_, Some(name)) => name == DEMO_PROFILE,
        (Some(_), None) => false,
        (None, None) => {
            env.var("WHIZBANG_DATABASE_URL").is_none() && env.var("WHIZBANG_PROFILE") == Some(DEMO_PROFILE)
        }
    }
}

/// Whether a variable says something of a server, a database or a service, which is never the demo's.
pub(super) fn is_of_another_database(variable: &str) -> bool {
    variable.starts_with("PG") || ["DATABASE_URL", "WHIZBANG_SCHEMA"].contains(&variable)
}
