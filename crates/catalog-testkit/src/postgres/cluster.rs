//! A PostgreSQL cluster in a temporary folder, reached through a socket there, that ends with the test process.
//!
//! Statics are never dropped and a process may be killed, so a small shell supervises the server: it reads a pipe whose
//! other end only this process holds. When the pipe closes, the shell stops the server and removes the folder.

use diesel::{Connection, PgConnection};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// How long the cluster may take to start: far more than it ever does, because many may start at once.
const START_TIME: Duration = Duration::from_secs(300);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

const NO_USER: &str = "there is no user postgres or nobody to run a server as";

/// Uses a language's collation where the server supports it, so that a test notices an order that is not by code
/// points.
const SUPERVISE: &str = r#"
trap '' INT HUP TERM
init() { "$CLUSTER_BIN/initdb" -D "$CLUSTER_DIR/data" -U postgres -A trust -E UTF8 --no-sync "$@" >>"$CLUSTER_DIR/log" 2>&1; }
init --locale=C --locale-provider=icu --icu-locale=en || { rm -rf "$CLUSTER_DIR/data"; init --locale=C; } || exit 1
"$CLUSTER_BIN/postgres" -D "$CLUSTER_DIR/data" -k "$CLUSTER_DIR" -c listen_addresses= -c fsync=off \
    -c synchronous_commit=off -c full_page_writes=off -c max_connections=500 </dev/null >>"$CLUSTER_DIR/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT "$server"
wait "$server"
rm -rf "$CLUSTER_DIR"
"#;

pub(super) struct Cluster {
    /// Closed when this process ends: that stops the server.
    _watched: ChildStdin,
}

/// Starts a cluster and returns the URL of a database from which others can be made.
pub(super) fn start() -> Result<(Cluster, String), String> {
    let programs = find_programs().ok_or("neither TEST_POSTGRES_URL is set nor are initdb and postgres installed")?;
    let folder = tempfile::Builder::new().prefix("catalog-pg-").tempdir().map_err(|error| error.to_string())?.keep();
    let mut supervisor = supervise(&programs, &folder)?;
    let watched = supervisor.stdin.take().ok_or("the supervising shell has no input")?;
    let url = format!("postgres:///postgres?host={}&user=postgres", folder.display());
    wait_until_up(&mut supervisor, &url).map_err(|reason| {
        let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        format!("a cluster in {} did not start: {reason}\n{log}", folder.display())
    })?;
    Ok((Cluster { _watched: watched }, url))
}

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

/// Starts the shell; as another user when we are root.
fn supervise(programs: &Path, folder: &Path) -> Result<Child, String> {
    give_to_unprivileged_user(folder)?;
    as_unprivileged_user(Path::new("sh"), folder)?
        .args(["-c", SUPERVISE])
        .env("CLUSTER_BIN", programs)
        .env("CLUSTER_DIR", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("the supervising shell does not start: {error}"))
}

/// Gives a folder of ours to the server's user.
///
/// # Errors
/// When there is no such user, or the system refuses.
pub fn give_to_unprivileged_user(folder: &Path) -> Result<(), String> {
    if !are_root(folder)? {
        return Ok(());
    }
    let (user, group) = unprivileged_user().ok_or(NO_USER)?;
    chown(folder, Some(user), Some(group)).map_err(|error| error.to_string())
}

/// A command to be run in `folder` by the user that it was given to.
///
/// # Errors
/// When there is no such user.
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

fn wait_until_up(supervisor: &mut Child, url: &str) -> Result<(), String> {
    let deadline = Instant::now() + START_TIME;
    loop {
        let refused = match PgConnection::establish(url) {
            Ok(_) => return Ok(()),
            Err(error) => error.to_string(),
        };
        if let Ok(Some(status)) = supervisor.try_wait() {
            return Err(format!("the supervising shell ended with {status}"));
        }
        if Instant::now() > deadline {
            return Err(refused);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}
