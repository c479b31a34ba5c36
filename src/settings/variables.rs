//! Every environment variable that the program reads: for documentation, and to check them beforehand.
//!
//! Data only.

/// An environment variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it does, as a sentence without a full stop.
    pub meaning: &'static str,
}

const fn variable(name: &'static str, meaning: &'static str) -> Variable {
    Variable { name, meaning }
}

/// All variables: our own, those of terminals and folders, then libpq's.
pub const VARIABLES: &[Variable] = &[
    variable("WHIZBANG_DATABASE_URL", "Connection URL; goes before profiles and DATABASE_URL"),
    variable("WHIZBANG_PROFILE", "Profile of the configuration to use"),
    variable("WHIZBANG_CONFIG", "Path of the configuration file"),
    variable("WHIZBANG_SCHEMA", "Schema of the service"),
    variable("WHIZBANG_ACTOR", "Name to record beside the operating system's user"),
    variable("WHIZBANG_REASON", "Reason of changes, where --reason is not given"),
    variable("WHIZBANG_TICKET", "Ticket of changes, where --ticket is not given"),
    variable("WHIZBANG_STATEMENT_TIMEOUT", "Limit of one statement, such as 30s"),
    variable("WHIZBANG_LOCK_TIMEOUT", "Limit of waiting for a lock, such as 2s"),
    variable("WHIZBANG_CONNECT_TIMEOUT", "Limit of connecting, such as 10s"),
    variable("WHIZBANG_TIMEOUT", "Limit of the whole command, such as 5m"),
    variable("WHIZBANG_DEMO_DIR", "Folder of the demo"),
    variable("WHIZBANG_PG_BIN", "Folder of PostgreSQL's server programs, for the demo"),
    variable("NO_COLOR", "No colours, whatever its value"),
    variable("CLICOLOR_FORCE", "Colours even where the output is not a terminal"),
    variable("XDG_CONFIG_HOME", "Folder of configurations; the file is whizbang/config.toml in it"),
    variable("XDG_STATE_HOME", "Folder of states; the demo keeps its own in whizbang/demo"),
    variable("VISUAL", "Editor for bodies; goes before EDITOR"),
    variable("EDITOR", "Editor for bodies"),
    variable("TMPDIR", "Folder of the files that are edited, by default /tmp"),
    variable("HOME", "Home folder"),
    variable("DATABASE_URL", "Connection URL, where neither ours nor a profile gives one"),
    variable("PGHOST", "Host, or folder of a socket"),
    variable("PGHOSTADDR", "Address of the host"),
    variable("PGPORT", "Port"),
    variable("PGDATABASE", "Database"),
    variable("PGUSER", "Role that logs in"),
    variable("PGPASSWORD", "Password"),
    variable("PGPASSFILE", "Path of the password file, by default ~/.pgpass"),
    variable("PGOPTIONS", "Server settings of the session, as -c name=value"),
    variable("PGCONNECT_TIMEOUT", "Limit of connecting, in seconds"),
    variable("PGSSLMODE", "disable, allow, prefer, require, verify-ca or verify-full"),
    variable("PGSSLROOTCERT", "File of the authorities that may sign the server's certificate, or system"),
    variable("PGSSLCERT", "File of the client certificate"),
    variable("PGSSLKEY", "File of the client certificate's private key"),
    variable("PGAPPNAME", "Without effect: the session is called whizbang-cli"),
    variable("PGCLIENTENCODING", "Without effect: the session speaks UTF-8"),
    variable("PGSSLCOMPRESSION", "Without effect"),
    variable("PGKRBSRVNAME", "Without effect"),
    variable("PGGSSLIB", "Without effect"),
    variable("PGCHANNELBINDING", "Refused, except disable and prefer"),
    variable("PGGSSENCMODE", "Refused, except disable and prefer"),
    variable("PGGSSDELEGATION", "Refused, except 0"),
    variable("PGTARGETSESSIONATTRS", "Refused, except any"),
    variable("PGLOADBALANCEHOSTS", "Refused, except disable"),
    variable("PGSSLMINPROTOCOLVERSION", "Refused, except up to TLSv1.2"),
    variable("PGSSLMAXPROTOCOLVERSION", "Refused"),
    variable("PGSSLSNI", "Refused, except 1"),
    variable("PGSSLNEGOTIATION", "Refused, except postgres"),
    variable("PGSSLCERTMODE", "Refused, except allow"),
    variable("PGSERVICE", "Refused"),
    variable("PGSSLCRL", "Refused"),
    variable("PGSSLCRLDIR", "Refused"),
    variable("PGREQUIREPEER", "Refused"),
    variable("PGREQUIREAUTH", "Refused"),
    variable("PGREQUIRESSL", "Refused"),
];
