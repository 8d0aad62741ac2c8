//! Where the programs of PostgreSQL are, and the user that they run as.

use diesel::{Connection, PgConnection};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a server may take to start: far more than it ever does, because many may start at once.
const START_TIME: Duration = Duration::from_secs(300);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

const NO_USER: &str = "there is no user postgres or nobody to run a server as";

pub(super) fn find_programs() -> Option<PathBuf> {
    let configured = Command::new("pg_config").arg("--bindir").output().ok();
    let configured = configured.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let mut packaged: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.flatten().map(|version| version.path().join("bin")).collect())
        .unwrap_or_default();
    packaged.sort();
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates = configured
        .into_iter()
        .chain(packaged.into_iter().rev())
        .chain(std::env::split_paths(&on_path).collect::<Vec<_>>());
    candidates.find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// Gives a folder of ours to the server's user.
pub fn give_to_unprivileged_user(folder: &Path) -> Result<(), String> {
    if !are_root(folder)? {
        return Ok(());
    }
    let (user, group) = unprivileged_user().ok_or(NO_USER)?;
    chown(folder, Some(user), Some(group)).map_err(|error| error.to_string())
}

/// A command to be run in `folder` by the user that it was given to.
pub fn as_unprivileged_user(program: &Path, folder: &Path) -> Result<Command, String> {
    let mut command = Command::new(program);
    if are_root(Path::new("/proc/self"))? {
        let (user, group) = unprivileged_user().ok_or(NO_USER)?;
        command = Command::new("setpriv");
        command.args([format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".into()]).arg(program);
    }
    // Ctrl-C is for the tests; their servers must outlive them to clean up.
    command.current_dir(folder).process_group(0);
    Ok(command)
}

fn are_root(ours: &Path) -> Result<bool, String> {
    std::fs::metadata(ours).map(|metadata| metadata.uid() == 0).map_err(|error| error.to_string())
}

fn unprivileged_user() -> Option<(u32, u32)> {
    let number = |flag: &str, user: &str| {
        let output = Command::new("id").args([flag, user]).output().ok()?;
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    };
    ["postgres", "nobody"].into_iter().find_map(|user| Some((number("-u", user)?, number("-g", user)?)))
}

/// Waits until the server at `url` accepts connections.
pub(super) fn wait_until_reachable(url: &str) -> Result<(), String> {
    let deadline = Instant::now() + START_TIME;
    loop {
        match PgConnection::establish(url) {
            Ok(_) => return Ok(()),
            Err(error) if Instant::now() > deadline => return Err(error.to_string()),
            Err(_) => std::thread::sleep(POLL_INTERVAL),
        }
    }
}
