//! PostgreSQL clusters that end with this process, made of the installed programs. They never run as root.

use anyhow::{Context, ensure};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Fills the folder of a cluster's data by a command, starts the cluster, says so, waits until its input closes, which
/// is when this process ends, and cleans up. SIGINT is ignored: Ctrl-C is for this process, and its end is what stops
/// the cluster.
const SUPERVISE: &str = r#"
trap '' INT HUP TERM
programs=$1 folder=$2 settings=$3
shift 3
"$@" >"$folder/log" 2>&1 &&
"$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 -o "-k $folder -c listen_addresses= -c fsync=off -c max_connections=200 $settings" start >/dev/null 2>&1 &&
echo ready
cat >/dev/null
"$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1
rm -rf "$folder"
"#;

/// A running cluster, stopped at once and deleted when dropped.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    settings: String,
    supervisor: Child,
}

impl Cluster {
    /// Makes a cluster and starts it with additional settings, such as `-c work_mem=1MB`.
    ///
    /// # Errors
    /// When PostgreSQL is not installed or does not start.
    pub fn start(settings: &str) -> anyhow::Result<Self> {
        let programs =
            find_programs().context("PostgreSQL is not installed: no initdb in /usr/lib/postgresql/*/bin")?;
        Self::fill_and_start(&programs, settings, "initdb", |command, data| {
            command.arg("-D").arg(data).args("-U postgres -A trust -E UTF8 --locale=C --no-sync".split(' '));
        })
    }

    /// Starts a hot standby that streams from this cluster, with the same settings.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_standby(&self) -> anyhow::Result<Self> {
        Self::fill_and_start(&self.programs, &self.settings, "pg_basebackup", |command, data| {
            command.arg("-D").arg(data).arg("-h").arg(&self.folder);
            command.args("-U postgres --write-recovery-conf --checkpoint=fast --no-sync".split(' '));
        })
    }

    fn fill_and_start(
        programs: &Path,
        settings: &str,
        program: &str,
        arguments: impl FnOnce(&mut Command, &Path),
    ) -> anyhow::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("driver-postgres-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::DirBuilder::new().mode(0o700).create(&folder)?;
        let mut command = supervisor(&folder)?;
        command.args(["-c", SUPERVISE, "sh"]).arg(programs).args([folder.as_os_str(), settings.as_ref()]);
        arguments(command.arg(programs.join(program)), &folder.join("data"));
        let supervisor = command.current_dir(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut cluster = Self { folder, programs: programs.to_owned(), settings: settings.to_owned(), supervisor };
        let mut line = String::new();
        let output = cluster.supervisor.stdout.take().context("no output of the supervisor")?;
        BufReader::new(output).read_line(&mut line)?;
        let log = || fs::read_to_string(cluster.folder.join("log")).unwrap_or_default();
        ensure!(line.trim() == "ready", "PostgreSQL does not start: {}", log());
        Ok(cluster)
    }

    /// The URL of its database.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres:///postgres?host={}&user=postgres", self.folder.display())
    }

    /// The socket on which it listens.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Runs SQL and returns the rows, their columns separated by `|`.
    ///
    /// # Errors
    /// With the message of `psql` when a statement fails.
    pub fn query(&self, sql: &str) -> anyhow::Result<Vec<String>> {
        let mut command = Command::new(self.programs.join("psql"));
        command.args(["-U", "postgres", "-AtXq", "-v", "ON_ERROR_STOP=1", "-c", sql, "-h"]).arg(&self.folder);
        let output = command.stdin(Stdio::null()).output()?;
        ensure!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
    }

    /// Runs SQL that returns one number.
    ///
    /// # Errors
    /// When it fails, or returns something else.
    pub fn number(&self, sql: &str) -> anyhow::Result<f64> {
        let rows = self.query(sql)?;
        rows.first().and_then(|row| row.parse().ok()).with_context(|| format!("{sql}: {rows:?}"))
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
