//! A PostgreSQL that ends with this process, made of the installed programs. It never runs as root.

use anyhow::{Context, ensure};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Makes a cluster, starts it, says so, waits until its input closes, which is when this process ends, and cleans up.
/// SIGINT is ignored: Ctrl-C is for this process, and its end is what stops the cluster.
const SUPERVISE: &str = r#"
trap '' INT HUP TERM
"$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 &&
"$1/pg_ctl" -D "$2/data" -l "$2/log" -w -t 60 -o "-k $2 -c listen_addresses= -c fsync=off -c max_connections=200" start >/dev/null 2>&1 &&
echo ready
cat >/dev/null
"$1/pg_ctl" -D "$2/data" -m immediate -w stop >/dev/null 2>&1
rm -rf "$2"
"#;

/// The server.
#[derive(Debug)]
pub(crate) struct Cluster {
    folder: PathBuf,
    supervisor: Child,
}

impl Cluster {
    /// Makes a cluster and starts it.
    ///
    /// # Errors
    /// When PostgreSQL is not installed or does not start.
    pub(crate) fn start() -> anyhow::Result<Self> {
        let programs =
            find_programs().context("PostgreSQL is not installed: no initdb in /usr/lib/postgresql/*/bin")?;
        let folder = std::env::temp_dir().join(format!("hostile-postgres-{}", std::process::id()));
        fs::DirBuilder::new().mode(0o700).create(&folder)?;
        let mut command = supervisor(&folder)?;
        command.args(["-c", SUPERVISE, "sh"]).arg(programs).arg(&folder);
        let supervisor = command.current_dir(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut cluster = Self { folder, supervisor };
        let mut line = String::new();
        let output = cluster.supervisor.stdout.take().context("no output of the supervisor")?;
        BufReader::new(output).read_line(&mut line)?;
        let log = || fs::read_to_string(cluster.folder.join("log")).unwrap_or_default();
        ensure!(line.trim() == "ready", "PostgreSQL does not start: {}", log());
        Ok(cluster)
    }

    /// The URL of its database.
    pub(crate) fn url(&self) -> String {
        format!("postgres:///postgres?host={}&user=postgres", self.folder.display())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        let _ = self.supervisor.wait();
    }
}

/// A shell that may use the folder; as another user when this process runs as root.
fn supervisor(folder: &Path) -> anyhow::Result<Command> {
    if fs::metadata("/proc/self")?.uid() != 0 {
        return Ok(Command::new("sh"));
    }
    let number = |flag: &str| -> anyhow::Result<u32> {
        let output = Command::new("id").args([flag, "postgres"]).output()?;
        String::from_utf8_lossy(&output.stdout).trim().parse().context("there is no user postgres to run PostgreSQL as")
    };
    let (user, group) = (number("-u")?, number("-g")?);
    chown(folder, Some(user), Some(group))?;
    let mut command = Command::new("setpriv");
    command.args([format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".into(), "sh".into()]);
    Ok(command)
}

fn find_programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut packaged: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    packaged.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = packaged.into_iter().rev().chain(std::env::split_paths(&path).collect::<Vec<_>>());
    folders.find(|folder| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file())
}
