//! A SQLite store as files: built beside its final name, and put there when it is whole.
//!
//! `NAME.partial` and `NAME.partial.accounts` are the new store. To put them in place, what is at the name is moved
//! away, the accounts are renamed, and then the catalog. So a store that is at its name is whole, whenever the process
//! dies; if there is only a `NAME.partial`, every command says so, and the same command can be run again.

use super::MoveError;
use super::source::Connections;
use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect;
use crate::lock_file::lock_name;
use crate::private_files::{self, ENDINGS, beside, partial_of};
use crate::store::{StoreOptions, connect_migrated};
use crate::transaction::TransactionMode;
use safe_output::private_files::private_not_through_a_link;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a store that is about to be replaced may be in use.
const IN_USE_WAIT: Duration = Duration::from_secs(1);

/// The file of a store, if it is one.
pub(super) fn path_of(url: &DatabaseUrl) -> Result<&Path, MoveError> {
    match url.target() {
        Target::Sqlite(path) => Ok(path),
        Target::Postgres(_) => Err(MoveError::NotAFile { url: url.to_string() }),
    }
}

/// The two files of the store at `path`.
pub(super) fn both(path: &Path) -> [PathBuf; 2] {
    [path.to_owned(), beside(path, ".accounts")]
}

/// The place of a store that is made to be put at another.
pub(super) struct Partial {
    path: PathBuf,
    /// Whether an earlier attempt died while it put its store in place. Then something must stay here on failure:
    /// without it, other commands would find no store and begin one.
    is_marker: bool,
}

impl Partial {
    /// The place beside `path`.
    pub(super) fn of(path: &Path) -> Self {
        let partial = partial_of(path);
        Self { is_marker: partial.exists() && !path.exists(), path: partial }
    }

    /// Makes the store; an incomplete one is deleted.
    pub(super) fn make<T>(&self, make: impl FnOnce(&Path) -> Result<T, MoveError>) -> Result<T, MoveError> {
        let made = make(&self.path);
        if made.is_err() && !self.is_marker {
            // The first error is the informative one.
            let _ = remove(&self.path);
        }
        made
    }
}

/// Makes a store at `path` and fills it. What was there is overwritten.
pub(super) fn build<T>(
    path: &Path,
    options: &StoreOptions,
    fill: impl FnOnce(&mut Connections) -> Result<T, MoveError>,
) -> Result<T, MoveError> {
    clear(path)?;
    make(path, options)
        .and_then(|mut connections| {
            // A fault makes the files useless; they are deleted then, so that no journal is needed.
            connections.each(dialect::prepare_new_file)?;
            connections.begin(TransactionMode::Write)?;
            let result = fill(&mut connections)?;
            connections.commit()?;
            Ok(result)
        })
        .and_then(|result| both(path).iter().try_for_each(|file| sync(file)).map(|()| result))
}

fn make(path: &Path, options: &StoreOptions) -> Result<Connections, MoveError> {
    let [catalog, accounts] = both(path).map(|file| connect_migrated(&DatabaseUrl::of_file(file), options));
    Ok(Connections { catalog: catalog?, accounts: Some(accounts?), limits: None })
}

/// Makes empty files of the store at `path`. That of the catalog never disappears: it may be a marker.
pub(super) fn clear(path: &Path) -> Result<(), MoveError> {
    let [catalog, accounts] = both(path);
    for file in [&catalog, &accounts] {
        for name in ENDINGS.map(|ending| beside(file, ending)).iter().filter(|name| **name != catalog) {
            delete(name)?;
        }
        let mut options = private_not_through_a_link();
        options.write(true).create(true).truncate(true).open(file).map_err(MoveError::file("make", file))?;
    }
    Ok(())
}

fn delete(file: &Path) -> Result<(), MoveError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(MoveError::file("delete", file)(error)),
        _ => Ok(()),
    }
}

/// Deletes the store at `path`, and what SQLite has beside it.
pub(super) fn remove(path: &Path) -> Result<(), MoveError> {
    // The catalog first: what is left is no store then.
    for file in both(path) {
        ENDINGS.iter().try_for_each(|ending| delete(&beside(&file, ending)))?;
    }
    Ok(())
}

/// Runs `work`, which writes to the folder of `path`. What had to be made for that is removed again if it fails.
pub(super) fn in_folder_of<T>(path: &Path, work: impl FnOnce() -> Result<T, MoveError>) -> Result<T, MoveError> {
    let above = path.ancestors().skip(1);
    let made: Vec<&Path> = above.take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists()).collect();
    let result = private_files::make_folder(path).map_err(MoveError::from).and_then(|()| work());
    if result.is_err() && !made.is_empty() {
        let _ = fs::remove_file(lock_name(path));
        // The deepest comes first; one that has got something else in it stays.
        made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    result
}

pub(super) fn check(file: &Path, original: &Path) -> Result<(), MoveError> {
    let damaged = |problem: String| MoveError::Damaged { file: original.to_owned(), problem };
    let mut connection = dialect::connect_unprepared(file, IN_USE_WAIT).map_err(|error| damaged(error.to_string()))?;
    dialect::check_integrity(&mut connection).map_err(damaged)
}

/// Checks that nothing has the store at `path` open; nothing can open it before the result is dropped. A file that
/// SQLite cannot read is used by nobody.
pub(super) fn seize(path: &Path) -> Result<Vec<StoreConnection>, MoveError> {
    let mut seized = Vec::new();
    for file in both(path).into_iter().filter(|file| file.exists()) {
        let Ok(mut connection) = dialect::connect_unprepared(&file, IN_USE_WAIT) else { continue };
        match dialect::seize_file(&mut connection, IN_USE_WAIT) {
            Ok(()) => seized.push(connection),
            Err(error) if error.to_string().contains("locked") => return Err(MoveError::InUse { file }),
            Err(error) => tracing::warn!(%error, file = %file.display(), "the store that is replaced cannot be read"),
        }
    }
    Ok(seized)
}

/// Puts the store that was built at the partial name of `path` there. What was there is moved to `aside`, or deleted if
/// that is `None`.
pub(super) fn install(path: &Path, aside: Option<&Path>) -> Result<(), MoveError> {
    let seized = seize(path)?;
    match aside {
        Some(aside) => {
            for (file, aside) in both(path).into_iter().zip(both(aside)) {
                for ending in ENDINGS {
                    rename(&beside(&file, ending), &beside(&aside, ending), true)?;
                }
            }
        }
        None => remove(path)?,
    }
    drop(seized);
    let ([partial, partial_accounts], [_, accounts]) = (both(&partial_of(path)), both(path));
    rename(&partial_accounts, &accounts, false)?;
    rename(&partial, path, false)?;
    sync_folder(path)
}

fn rename(from: &Path, to: &Path, may_be_missing: bool) -> Result<(), MoveError> {
    match fs::rename(from, to) {
        Err(error) if may_be_missing && error.kind() == ErrorKind::NotFound => Ok(()),
        result => result.map_err(MoveError::file("rename", from)),
    }
}

/// Waits until a file is on the disk.
pub(super) fn sync(file: &Path) -> Result<(), MoveError> {
    File::open(file).and_then(|opened| opened.sync_all()).map_err(MoveError::file("write", file))
}

/// Waits until the names in the folder of `path` are on the disk.
pub(super) fn sync_folder(path: &Path) -> Result<(), MoveError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync(folder)
}
