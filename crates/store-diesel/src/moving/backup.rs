//! Saves a SQLite store: a folder for each backup, in which is a whole store of one moment.

use super::copy::{CopyReport, fill};
use super::{MoveError, Observer, files};
use crate::private_files::beside;
use crate::store::{Store, StoreOptions};
use crate::write::import_lock;
use safe_output::private_files::create_new_folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the names of backups begin with; the time follows, so that names are in order of time.
const PREFIX: &str = "catalog-";
/// The ending of a backup that is being made.
const UNFINISHED: &str = ".unfinished";
pub(super) const FILE: &str = "catalog.db";

/// What was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupReport {
    /// The folder of this backup.
    pub folder: PathBuf,
    /// What is in it.
    pub content: CopyReport,
    /// The older backups that were deleted.
    pub deleted: Vec<PathBuf>,
}

/// Saves one state of `store`, which may be in use, in a new folder in `folder`. `stamp` is the present time in a form
/// that sorts. Of all backups in `folder` at most `keep` are left.
///
/// # Errors
/// [`MoveError`]; there is then no new backup, and none was deleted.
pub fn back_up(
    store: &Store,
    folder: &Path,
    (stamp, keep): (&str, Option<usize>),
    observer: &dyn Observer,
) -> Result<BackupReport, MoveError> {
    files::path_of(&store.factory().url)?;
    let lock = folder.join("backups");
    let deadline = Instant::now() + StoreOptions::default().import_wait;
    let add = || add(store, folder, (stamp, keep), observer);
    files::in_folder_of(&lock, || import_lock::with_lock_beside(&lock, ("backup", deadline), add))
}

/// Adds a backup to those in `folder`, which one process at a time does.
fn add(
    store: &Store,
    folder: &Path,
    (stamp, keep): (&str, Option<usize>),
    observer: &dyn Observer,
) -> Result<BackupReport, MoveError> {
    let options = StoreOptions::default();
    for left in entries(folder)?.into_iter().filter(|name| name.ends_with(UNFINISHED)) {
        delete(&folder.join(left))?;
    }
    let name = free_name(folder, stamp);
    let (unfinished, finished) = (folder.join(format!("{name}{UNFINISHED}")), folder.join(&name));
    let made = save(store, &unfinished, &options, observer).and_then(|content| {
        fs::rename(&unfinished, &finished).map_err(MoveError::file("rename", &unfinished))?;
        files::sync_folder(&finished)?;
        Ok(content)
    });
    let content = match made {
        Ok(content) => content,
        Err(error) => {
            // The first error is the informative one.
            let _ = delete(&unfinished);
            return Err(error);
        }
    };
    let mut deleted = backups(folder)?;
    deleted.truncate(keep.map_or(0, |keep| deleted.len().saturating_sub(keep.max(1))));
    deleted.iter().try_for_each(|old| delete(old))?;
    Ok(BackupReport { folder: finished, content, deleted })
}

/// A name for a backup made at `stamp`, in order of time also among several of one moment.
fn free_name(folder: &Path, stamp: &str) -> String {
    let (mut name, mut number) = (format!("{PREFIX}{stamp}"), 1);
    while folder.join(&name).exists() {
        number += 1;
        name = format!("{PREFIX}{stamp}-{number:04}");
    }
    name
}

fn save(
    store: &Store,
    folder: &Path,
    options: &StoreOptions,
    observer: &dyn Observer,
) -> Result<CopyReport, MoveError> {
    let file = folder.join(FILE);
    // A link of that name would lead to a folder of somebody else's choice.
    create_new_folder(folder).map_err(MoveError::file("make", folder))?;
    let (content, _) = files::build(&file, options, |target| fill(store, target, observer))?;
    for file in files::both(&file) {
        observer.begins("checking", None);
        super::check_stop(observer)?;
        files::check(&file, &file)?;
    }
    files::sync_folder(&file)?;
    Ok(content)
}

/// The whole backups in `folder`, oldest first.
pub(super) fn backups(folder: &Path) -> Result<Vec<PathBuf>, MoveError> {
    let is_backup = |name: &String| name.starts_with(PREFIX) && !name.ends_with(UNFINISHED);
    let mut names: Vec<String> = entries(folder)?.into_iter().filter(is_backup).collect();
    names.sort_unstable();
    let folders = names.into_iter().map(|name| folder.join(name));
    Ok(folders.filter(|folder| is_whole(folder)).collect())
}

/// Whether the folder is a backup: both files are there, and no changes that are still to come into them.
pub(super) fn is_whole(folder: &Path) -> bool {
    files::both(&folder.join(FILE)).iter().all(|file| file.is_file() && !beside(file, "-wal").exists())
}

fn entries(folder: &Path) -> Result<Vec<String>, MoveError> {
    let unreadable = |error| MoveError::file("read", folder)(error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        names.extend(entry.map_err(unreadable)?.file_name().into_string());
    }
    Ok(names)
}

fn delete(folder: &Path) -> Result<(), MoveError> {
    if folder.is_symlink() {
        return fs::remove_file(folder).map_err(MoveError::file("delete", folder));
    }
    // Deleting a part of a backup must not leave what looks like one.
    files::remove(&folder.join(FILE))?;
    fs::remove_dir_all(folder).map_err(MoveError::file("delete", folder))
}
