//! Where the demo keeps its profile: in its own state, never in the user's configuration.

use std::path::PathBuf;

use super::env::Env;

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
