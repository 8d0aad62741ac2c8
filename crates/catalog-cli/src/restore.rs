//! `catalog restore`: a backup of a SQLite store in its place.

use crate::outcome::OutcomeArguments;
use crate::output::{print_line, quoted};
use crate::settings::DatabaseConfig;
use crate::watch::{Watch, stamp};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use store_diesel::restore;

/// What restores a PostgreSQL, as the manual prints it.
const POSTGRES_COMMANDS: &str = r#"umask 077
pg_verifybackup backup
if [ -e "$PGDATA" ]; then mv "$PGDATA" "$PGDATA.lost"; fi
cp -a backup "$PGDATA""#;

/// The arguments of `catalog restore`.
#[derive(Args)]
pub struct RestoreArguments {
    /// A backup, or a folder of backups: then the latest
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Restore over a store that `catalog copy --final` has moved elsewhere: there are then two
    #[arg(long)]
    although_moved: bool,
    #[command(flatten)]
    outcome: OutcomeArguments,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Restores and prints what is there now, and where the previous store is.
///
/// # Errors
/// Bad settings, no whole backup, a store in use. What was there is then still there.
pub fn run(arguments: &RestoreArguments) -> anyhow::Result<()> {
    if arguments.database.url.is_shared() {
        print_line(
            &POSTGRES_COMMANDS.replace(" backup", &format!(" {}", quoted(&arguments.folder.to_string_lossy()))),
        )?;
        bail!(
            "nothing was restored: PostgreSQL is restored by the commands on standard output, as the user that it runs \
             as, while it is stopped"
        );
    }
    let started = Instant::now();
    let watch = Watch::start().context("cannot begin")?;
    let RestoreArguments { folder, although_moved, database, .. } = arguments;
    let report = watch.run(|observer| restore(&database.url, (folder, &stamp()), *although_moved, observer))?;
    let line = json!({
        "restored": report.backup,
        "previous": report.previous,
        "revision": report.revision,
        "products": report.products,
        "accounts": report.accounts,
        "seconds": started.elapsed().as_secs_f64(),
    });
    Ok(arguments.outcome.print(&line)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_for_postgresql_are_those_of_the_manual() {
        assert!(include_str!("../../../docs/backup-and-move.md").contains(POSTGRES_COMMANDS));
    }
}
