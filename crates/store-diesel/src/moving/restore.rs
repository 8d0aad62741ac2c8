//! Puts a backup of a SQLite store in its place.

use super::backup::{FILE, backups, is_whole};
use super::{MoveError, Observer, check_stop, files, state};
use crate::database_url::DatabaseUrl;
use crate::prelude::*;
use crate::private_files::{self, beside};
use crate::schema::{accounts, products};
use crate::store::{StoreOptions, connect_migrated};
use crate::write::import_lock;
use safe_output::private_files::private_not_through_a_link;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Bytes copied at once.
const BUFFER_BYTES: usize = 1 << 20;

/// What was restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoreReport {
    /// The backup.
    pub backup: PathBuf,
    /// Where the store is that was there before.
    pub previous: Option<PathBuf>,
    /// The revision of the restored catalog.
    pub revision: i64,
    /// Its products, active or not.
    pub products: i64,
    /// The restored accounts.
    pub accounts: i64,
}

/// Puts the backup in `folder`, or the latest of several in it, where `url` says. A store that is there is moved aside,
/// to a name with `stamp`; one that was moved elsewhere for good is only with `although_moved`.
///
/// # Errors
/// [`MoveError`]; what was there is then still there, except where renaming itself failed halfway: then every command
/// says so until this is run again.
pub fn restore(
    url: &DatabaseUrl,
    (folder, stamp): (&Path, &str),
    although_moved: bool,
    observer: &dyn Observer,
) -> Result<RestoreReport, MoveError> {
    let path = files::path_of(url)?;
    let backup = if is_whole(folder) { Some(folder.to_owned()) } else { backups(folder)?.pop() };
    let backup = backup.filter(|backup| !is_same(&backup.join(FILE), path));
    let backup = backup.ok_or_else(|| MoveError::NoBackup { folder: folder.to_owned() })?;
    let deadline = Instant::now() + StoreOptions::default().import_wait;
    let put_in_place = || {
        if !although_moved && let Some(target) = moved_to(path)? {
            return Err(MoveError::Moved { url: url.to_string(), target });
        }
        put_in_place(&backup, path, stamp, observer)
    };
    files::in_folder_of(path, || import_lock::with_lock_beside(path, ("restore", deadline), put_in_place))
}

/// Where the store at `path` was moved to for good. Nobody uses it, which is asked again at the end. One that cannot be
/// read, or has the schema of an early version, was not.
fn moved_to(path: &Path) -> Result<Option<String>, MoveError> {
    let mut seized = files::seize(path)?;
    Ok(seized.iter_mut().find_map(|connection| state::moved_to(connection).ok().flatten()))
}

fn put_in_place(backup: &Path, path: &Path, stamp: &str, observer: &dyn Observer) -> Result<RestoreReport, MoveError> {
    let options = StoreOptions::default();
    let partial = files::Partial::of(path);
    let (revision, products, accounts) = partial.make(|partial| prepare(backup, partial, &options, observer))?;
    let aside = free_name(path, stamp);
    let had_files = files::both(path).iter().any(|file| file.exists());
    if let Err(error) = files::install(path, Some(&aside)) {
        // What was there is still there: the new store is not needed.
        if path.exists() {
            let _ = files::remove(&private_files::partial_of(path));
        }
        return Err(error);
    }
    Ok(RestoreReport { backup: backup.to_owned(), previous: had_files.then_some(aside), revision, products, accounts })
}

/// Whether both are the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

fn free_name(path: &Path, stamp: &str) -> PathBuf {
    let names = (1_u32..).map(|number| match number {
        1 => beside(path, &format!(".before-{stamp}")),
        _ => beside(path, &format!(".before-{stamp}-{number}")),
    });
    let mut free = names.filter(|name| files::both(name).iter().all(|file| !file.exists()));
    free.next().unwrap_or_else(|| beside(path, ".before"))
}

/// Copies the backup to where it can be put in place, and checks it there.
fn prepare(
    backup: &Path,
    partial: &Path,
    options: &StoreOptions,
    observer: &dyn Observer,
) -> Result<(i64, i64, i64), MoveError> {
    files::clear(partial)?;
    let both = files::both(partial);
    let originals = files::both(&backup.join(FILE));
    for (from, to) in originals.iter().zip(&both) {
        copy_file(from, to, observer)?;
    }
    for (original, file) in originals.iter().zip(&both) {
        observer.begins("checking", None);
        check_stop(observer)?;
        files::check(file, original)?;
    }
    let [catalog_file, accounts_file] = both.each_ref().map(|file| DatabaseUrl::of_file(file.clone()));
    let mut catalog = connect_migrated(&catalog_file, options)?;
    let revision = state::read(&mut catalog)?.catalog_revision;
    let products = products::table.count().get_result(&mut catalog)?;
    let mut account_connection = connect_migrated(&accounts_file, options)?;
    let accounts = accounts::table.count().get_result(&mut account_connection)?;
    // Closed connections leave nothing beside the files.
    drop((catalog, account_connection));
    both.iter().try_for_each(|file| files::sync(file))?;
    Ok((revision, products, accounts))
}

fn copy_file(from: &Path, to: &Path, observer: &dyn Observer) -> Result<(), MoveError> {
    let mut source = File::open(from).map_err(MoveError::file("read", from))?;
    let length = source.metadata().map_err(MoveError::file("read", from))?.len();
    observer.begins("copying", Some(length));
    let mut target = private_not_through_a_link().write(true).open(to).map_err(MoveError::file("write", to))?;
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        check_stop(observer)?;
        let read = source.read(&mut buffer).map_err(MoveError::file("read", from))?;
        if read == 0 {
            return Ok(());
        }
        target.write_all(&buffer[..read]).map_err(MoveError::file("write", to))?;
        observer.did(read as u64);
    }
}
