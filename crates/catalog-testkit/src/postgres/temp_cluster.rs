//! A PostgreSQL server for one test, which the test may stop, kill, start again and copy as a hot standby.
//!
//! It keeps its data when it is stopped, and is deleted, folder and all, when the value is dropped or the test process
//! dies.

use super::programs::{as_unprivileged_user, find_programs, give_to_unprivileged_user, wait_until_reachable};
use crate::Frozen;
use crate::process_info::family;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Ends the server and removes the folder when the pipe to it closes, that is when the test process ends.
const WATCH: &str = r#"trap '' INT HUP TERM; cat >/dev/null; "$1/pg_ctl" -D "$2/data" -m immediate -w stop >/dev/null 2>&1; rm -rf "$2""#;

/// The server. It listens on a socket in its folder only.
pub struct TempCluster {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    options: String,
    watcher: std::process::Child,
}

/// How a server is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopMode {
    /// Orderly: clients are disconnected, everything is written.
    Stop,
    /// Every process at once by SIGKILL: the next start has to recover.
    Kill,
}

impl TempCluster {
    /// Makes a server and starts it; `None` when PostgreSQL is not installed, which on a CI machine fails.
    pub fn start_new() -> Option<Self> {
        Self::start_new_with(&[], "")
    }

    /// The server that the tests of this process share. It uses a language's collation where PostgreSQL supports that,
    /// so that a test notices an order that is not by code points. `None` when PostgreSQL is not installed.
    pub(super) fn start_shared() -> Option<Self> {
        let cluster = Self::in_new_folder(&find_programs()?);
        let is_made = cluster.initialize(&["--locale-provider=icu", "--icu-locale=en"]) || cluster.initialize(&[]);
        assert!(is_made, "initdb fails");
        let options = "-c synchronous_commit=off -c full_page_writes=off -c max_connections=500";
        let cluster = cluster.with(5432, options.to_owned());
        cluster.start();
        Some(cluster)
    }

    /// The same with additional options of its files (`--wal-segsize=1` makes them small enough for
    /// [`Self::start_within`]), and of it and its standbys (`-c work_mem=1MB`).
    pub fn start_new_with(of_files: &[&str], options: &str) -> Option<Self> {
        let Some(programs) = find_programs() else {
            assert!(!crate::program::is_ci(), "CI is set and PostgreSQL is not installed");
            eprintln!("*** A POSTGRESQL TEST IS SKIPPED: initdb and postgres are not installed ***");
            return None;
        };
        let mut cluster = Self::initialized(&programs, of_files);
        options.clone_into(&mut cluster.options);
        cluster.start();
        Some(cluster)
    }

    /// Makes a server that was never started, with further options of its files.
    pub(super) fn initialized(programs: &Path, options: &[&str]) -> Self {
        let cluster = Self::in_new_folder(programs);
        assert!(cluster.initialize(options), "initdb fails");
        cluster
    }

    /// Makes its files, and says whether that succeeded.
    fn initialize(&self, options: &[&str]) -> bool {
        let usual = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
        succeeds(self.command("initdb").args(usual).args(options))
    }

    /// Gives it another port, and additional options, from the next start on.
    pub(super) fn with(mut self, port: u16, options: String) -> Self {
        (self.port, self.options) = (port, options);
        self
    }

    /// A hot standby of this server, streaming from it.
    pub fn start_standby(&self) -> Self {
        let mut standby = Self::in_new_folder(&self.programs);
        standby.options.clone_from(&self.options);
        let source = format!("host={} port={} user=postgres", self.folder.display(), self.port);
        standby.program("pg_basebackup", &["--write-recovery-conf", "--checkpoint=fast", "-d", &source]);
        standby.start();
        standby
    }

    /// The URL of the database `postgres` on it.
    pub fn url(&self) -> String {
        format!("postgres:///postgres?host={}&port={}&user=postgres", self.folder.display(), self.port)
    }

    /// The socket on which it listens.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(format!(".s.PGSQL.{}", self.port))
    }

    /// Runs a statement on it. Returns the rows, their columns separated by `|`.
    pub fn query(&self, statement: &str) -> Vec<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-AtXq", "-v", "ON_ERROR_STOP=1", "-c", statement, &self.url()]);
        let output = psql.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{statement}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Runs statements on it, on a connection of their own.
    pub fn execute(&self, statements: &str) {
        super::execute(&self.url(), statements).unwrap();
    }

    /// Runs a shell script to its end: in the server's folder, as its user, with `PGDATA` set to its data and its
    /// programs on the path.
    pub fn run_script(&self, script: &str, variables: &[(&str, &str)]) {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = as_unprivileged_user(Path::new("sh"), &self.folder).unwrap();
        shell.args(["-e", "-c", script]).env("PGDATA", self.data()).envs(variables.iter().copied());
        run(shell.env("PATH", format!("{}:{path}", self.programs.display())));
    }

    /// Starts it, and returns when it accepts connections.
    pub fn start(&self) {
        self.start_by(|program| as_unprivileged_user(program, &self.folder));
    }

    /// Starts it with a file size limit in KiB: the system then refuses to write, and the server treats that as a full
    /// disk.
    pub fn start_within(&self, kibibytes: u64) {
        self.start_by(|program| {
            let mut limited = as_unprivileged_user(Path::new("sh"), &self.folder)?;
            // The unit is 512 bytes.
            limited.args(["-c", r#"ulimit -f "$0" && exec "$@""#, &(2 * kibibytes).to_string()]).arg(program);
            Ok(limited)
        });
    }

    fn start_by(&self, command: impl FnOnce(&Path) -> Result<Command, String>) {
        // Durability against power failure is off: SIGKILL does not affect the system's own cache.
        let (folder, port, more) = (self.folder.display(), self.port, &self.options);
        let usual = format!("-k {folder} -c port={port} -c listen_addresses= -c fsync=off -c max_connections=60");
        let options = format!("{usual} {more}");
        let mut pg_ctl = command(&self.programs.join("pg_ctl")).unwrap();
        run(pg_ctl.arg("-D").arg(self.data()).arg("-l").arg(self.log()).args(["-o", &options, "-W", "start"]));
        wait_until_reachable(&self.url()).unwrap_or_else(|reason| {
            panic!("{reason}\n{}", fs::read_to_string(self.log()).unwrap_or_default());
        });
    }

    /// Stops it; its data stays.
    pub fn end(&self, how: StopMode) {
        match how {
            StopMode::Stop => self.program("pg_ctl", &["-m", "fast", "-w", "-t", "300", "stop"]),
            StopMode::Kill => {
                let postmaster = self.postmaster();
                // Its parent first: otherwise it would start other children.
                run(Command::new("kill").args(["-STOP", &postmaster]));
                run(Command::new("pkill").args(["-KILL", "-P", &postmaster]));
                run(Command::new("kill").args(["-KILL", &postmaster]));
                // Where nobody reaps the dead, their numbers in these files look like those of a running server.
                let socket_lock = self.folder.join(format!(".s.PGSQL.{}.lock", self.port));
                for lock in [self.data().join("postmaster.pid"), socket_lock] {
                    let _ = fs::remove_file(lock);
                }
            }
        }
    }

    /// Stops every process of it at once, as when its machine is suspended: connections stay open and nothing is
    /// answered. It resumes when the returned value is dropped.
    pub fn freeze(&self) -> Frozen {
        // The parent before its children: it would start new ones otherwise.
        Frozen::new(&family(self.postmaster().parse().unwrap()))
    }

    /// The number of its first process.
    fn postmaster(&self) -> String {
        let identity = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        identity.lines().next().unwrap().to_owned()
    }

    fn in_new_folder(programs: &Path) -> Self {
        let folder = tempfile::Builder::new().prefix("catalog-own-pg-").tempdir().unwrap().keep();
        give_to_unprivileged_user(&folder).unwrap();
        let mut watcher = as_unprivileged_user(Path::new("sh"), &folder).unwrap();
        watcher.args(["-c", WATCH, "sh"]).arg(programs).arg(&folder).stdin(Stdio::piped());
        let watcher = watcher.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Self { programs: programs.to_path_buf(), folder, port: 5432, options: String::new(), watcher }
    }

    /// Runs one of PostgreSQL's programs on the data to its end.
    fn program(&self, name: &str, arguments: &[&str]) {
        run(self.command(name).args(arguments));
    }

    fn command(&self, name: &str) -> Command {
        let mut command = as_unprivileged_user(&self.programs.join(name), &self.folder).unwrap();
        command.arg("-D").arg(self.data());
        command
    }

    /// The folder, which belongs to the user that the server runs as.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }
}

impl Drop for TempCluster {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

pub(super) fn run(command: &mut Command) {
    assert!(succeeds(command), "{command:?} fails");
}

/// Output goes to a file that nobody holds open: a server that inherits a pipe would block its reader.
fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::execute;

    #[test]
    fn what_was_written_survives_every_end_and_reaches_the_standby() {
        let Some(cluster) = TempCluster::start_new() else { return };
        execute(&cluster.url(), "CREATE TABLE kept (id INT)").unwrap();
        for how in [StopMode::Stop, StopMode::Kill] {
            cluster.end(how);
            assert!(execute(&cluster.url(), "SELECT 1").is_err(), "{how:?}");
            cluster.start();
            execute(&cluster.url(), "INSERT INTO kept VALUES (1)").unwrap();
        }
        let standby = cluster.start_standby();
        execute(&standby.url(), "SELECT id FROM kept").unwrap();
        let refused = execute(&standby.url(), "INSERT INTO kept VALUES (2)").unwrap_err();
        assert!(refused.contains("read-only"), "{refused}");
    }
}
