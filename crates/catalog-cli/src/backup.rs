//! `catalog backup`: a SQLite store in a new folder. PostgreSQL saves itself: the command says how, and checks the
//! result.

use super::copy::rows;
use crate::outcome::OutcomeArguments;
use crate::output::{print_line, quoted};
use crate::settings::DatabaseConfig;
use crate::store::open_existing_store;
use crate::watch::{Watch, stamp};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use store_diesel::back_up;

/// What saves a PostgreSQL, as the manual prints it, in the folder `backup`.
const POSTGRES_COMMANDS: &str = r#"umask 077
pg_basebackup --dbname "$DATABASE_URL" --pgdata backup --checkpoint fast"#;

/// What checks a base backup.
const VERIFIER: &str = "pg_verifybackup";
/// Where the packages of Debian and Red Hat put programs that are not on the path.
const PROGRAM_FOLDERS: [&str; 2] = ["/usr/lib/postgresql/VERSION/bin", "/usr/pgsql-VERSION/bin"];

/// The arguments of `catalog backup`.
#[derive(Args)]
pub struct BackupArguments {
    /// The folder of all backups; each gets a folder of its own in it
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Leave at most N backups in the folder, this one included, and delete the oldest [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
    #[command(flatten)]
    outcome: OutcomeArguments,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Saves the store and prints where.
///
/// # Errors
/// Bad settings, a full disk, a failing store. There is then no new backup.
pub fn run(arguments: &BackupArguments) -> anyhow::Result<()> {
    if arguments.database.url.is_shared() {
        return check_base_backup(arguments);
    }
    let started = Instant::now();
    let watch = Watch::start().context("cannot begin")?;
    let store = open_existing_store(&arguments.database)?;
    let keep = arguments.keep.map(|keep| keep as usize);
    let report = watch.run(|observer| back_up(&store, &arguments.folder, (&stamp(), keep), observer))?;
    let line = json!({
        "backup": report.folder,
        "revision": report.content.revision,
        "lastEvent": report.content.last_event,
        "rows": rows(&report.content),
        "deleted": report.deleted,
        "seconds": started.elapsed().as_secs_f64(),
    });
    Ok(arguments.outcome.print(&line)?)
}

fn check_base_backup(arguments: &BackupArguments) -> anyhow::Result<()> {
    let folder = &*arguments.folder;
    if !folder.join("backup_manifest").is_file() {
        print_line(
            &POSTGRES_COMMANDS.replace("--pgdata backup", &format!("--pgdata {}", quoted(&folder.to_string_lossy()))),
        )?;
        bail!(
            "nothing was saved: PostgreSQL saves itself, by the commands on standard output; this command then checks \
             what is in {}",
            folder.display()
        );
    }
    let program = verifier(folder);
    let mut command = Command::new(&program);
    let checked = command.arg("--quiet").arg(folder).stdout(Stdio::null()).stderr(Stdio::inherit()).status();
    let status = checked.with_context(|| {
        format!("cannot run {}, which comes with the server of PostgreSQL: put it on the PATH", program.display())
    })?;
    if !status.success() {
        bail!("the backup in {} is not whole: pg_verifybackup ended with {status}", folder.display());
    }
    Ok(arguments.outcome.print(&json!({"backup": arguments.folder, "verified": true}))?)
}

/// The program that checks a base backup: that of its version where a package has put it, else the one on the path.
fn verifier(folder: &Path) -> PathBuf {
    let version = std::fs::read_to_string(folder.join("PG_VERSION")).unwrap_or_default();
    let installed = PROGRAM_FOLDERS.map(|place| Path::new(&place.replace("VERSION", version.trim())).join(VERIFIER));
    installed.into_iter().find(|program| program.is_file()).unwrap_or_else(|| VERIFIER.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_for_postgresql_are_those_of_the_manual() {
        assert!(include_str!("../../../docs/backup-and-move.md").contains(POSTGRES_COMMANDS));
    }

    #[test]
    fn a_folder_is_one_word_of_the_command() {
        assert_eq!(quoted("/var/backups/catalog-1"), "/var/backups/catalog-1");
        assert_eq!(quoted("it's here"), r"'it'\''s here'");
    }
}
