//! The permissions of the files of a SQLite store: owner only. They contain password hashes, prices and perhaps the
//! signing secret.

use crate::open_error::OpenError;
use safe_output::private_files::{create_folder, link_of_others, private};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The suffixes of a database and of SQLite's files beside it.
pub(crate) const ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Restricts SQLite's files beside a database to their owner: SQLite gives them the mode of the database, which may be
/// meant to be read by others. Those of another user stay as they are. None is opened: closing a file releases all
/// locks of this process on it, those of SQLite as well.
pub(crate) fn tighten_files_beside(path: &Path) {
    #[cfg(unix)]
    for file in ENDINGS[1..].iter().map(|ending| beside(path, ending)) {
        use std::os::unix::fs::PermissionsExt;
        let Ok(known) = file.symlink_metadata() else { continue };
        if known.is_file() && known.permissions().mode() & 0o077 != 0 {
            let _ = std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Makes the folder of `file`, and its parents, for their owner only; existing ones stay as they are.
pub(crate) fn make_folder(file: &Path) -> Result<(), OpenError> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    create_folder(folder).map_err(|cause| OpenError::Folder { folder: folder.display().to_string(), cause })
}

/// Makes a new, empty database file where there is none. SQLite gives the files beside it the same mode. When it cannot
/// be made, SQLite fails right afterwards with the reason.
///
/// # Errors
/// Those of [`check_not_moved`].
pub(crate) fn make_database(path: &Path) -> Result<(), OpenError> {
    check_not_moved(path)?;
    let _ = private().write(true).create_new(true).open(path);
    Ok(())
}

/// Checks that no database was moved away from here, or should be put here.
///
/// # Errors
/// [`OpenError::Orphaned`] when there are changes of one: SQLite would delete them. [`OpenError::Interrupted`] when
/// there is a database that a copy or restore did not put here.
pub(crate) fn check_not_moved(path: &Path) -> Result<(), OpenError> {
    // The database last: others may make it, and then its log, at the same time.
    if partial_of(path).exists() && !path.exists() {
        return Err(OpenError::Interrupted { file: path.display().to_string() });
    }
    let log = beside(path, "-wal");
    if log.exists() && !path.exists() {
        return Err(OpenError::Orphaned { file: path.display().to_string(), log: log.display().to_string() });
    }
    Ok(())
}

/// The name of a store that is built to be put at `path` when it is whole.
pub(crate) fn partial_of(path: &Path) -> PathBuf {
    beside(path, ".partial")
}

/// The file whose name is that of the database and `ending`.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Refuses a database that others may write to, or beside which they may have put a link, and warns of one that they
/// may read. Such files were made by other programs, `cp` of a backup for example, and may be intended: nothing is
/// changed silently.
///
/// # Errors
/// [`OpenError::Exposed`] names the files and the command that fixes them, [`OpenError::Link`] the link.
pub(crate) fn check_database(path: &Path) -> Result<(), OpenError> {
    let files = ENDINGS.map(|ending| beside(path, ending));
    if let Some(link) = link_of_others(files.clone()) {
        return Err(OpenError::Link { link: link.display().to_string() });
    }
    let writable = with_mode(&files, 0o022);
    if !writable.is_empty() {
        return Err(OpenError::Exposed { command: chmod(&writable) });
    }
    let readable = with_mode(&files, 0o077);
    if !readable.is_empty() {
        tracing::warn!(
            "other users of this machine can read the store, password hashes included; run: {}",
            chmod(&readable)
        );
    }
    Ok(())
}

#[cfg(unix)]
fn with_mode(files: &[PathBuf], bits: u32) -> Vec<&Path> {
    use std::os::unix::fs::PermissionsExt;
    let has_bit = |file: &&PathBuf| file.metadata().is_ok_and(|known| known.permissions().mode() & bits != 0);
    files.iter().filter(has_bit).map(PathBuf::as_path).collect()
}

#[cfg(not(unix))]
fn with_mode(_: &[PathBuf], _: u32) -> Vec<&'static Path> {
    Vec::new()
}

/// The shell command that restricts the files to their owner.
fn chmod(files: &[&Path]) -> String {
    let mut command = OsString::from("chmod 600");
    for file in files {
        command.push(" '");
        command.push(file.display().to_string().replace('\'', r"'\''"));
        command.push("'");
    }
    command.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_quote_in_it_is_one_word_of_the_command() {
        assert_eq!(chmod(&[Path::new("a b"), Path::new("it's")]), r"chmod 600 'a b' 'it'\''s'");
    }

    #[test]
    fn a_database_that_others_make_at_the_same_time_was_not_moved_away() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..200 {
            let [made, place] = ["made", "place"].map(|name| folder.path().join(format!("{name}{number}")));
            std::fs::create_dir(&made).unwrap();
            for name in ["catalog.db", "catalog.db-wal"] {
                std::fs::write(made.join(name), "").unwrap();
            }
            let path = place.join("catalog.db");
            std::thread::scope(|scope| {
                scope.spawn(|| std::fs::rename(&made, &place).unwrap());
                while !path.exists() {
                    check_not_moved(&path).unwrap();
                }
            });
        }
    }
}
