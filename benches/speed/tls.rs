//! A certificate for the server, made by `openssl` where there is one.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use whizbang::demo::server::Account;

/// Certificate and key, which the server's user owns; nothing where there is no `openssl`.
pub fn certificate(folder: &Path) -> Option<(PathBuf, PathBuf)> {
    let (certificate, key) = (folder.join("server.crt"), folder.join("server.key"));
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-keyout",
        ])
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    made.is_ok_and(|status| status.success()).then(|| {
        give_away(folder, &[&certificate, &key]).unwrap();
        (certificate, key)
    })
}

fn give_away(folder: &Path, files: &[&Path]) -> io::Result<()> {
    let account = Account::for_server().map_err(io::Error::other)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    for file in files {
        fs::set_permissions(file, fs::Permissions::from_mode(0o600))?;
        account.own(file)?;
    }
    Ok(())
}
