//! The permissions of the files of a SQLite store: owner only. They contain password hashes, prices and perhaps the
//! signing secret.

use crate::open_error::OpenError;
use std::ffi::OsString;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The suffixes of a database and of SQLite's files beside it.
pub(crate) const ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Options that make files for the owner only.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The same for a file of a fixed name beside a store: in a folder that others can write to, a link of that name would
/// lead to a file of their choice.
pub(crate) fn private_not_through_a_link() -> OpenOptions {
    let mut options = private();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    options
}

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

/// Restricts an open file to its owner. A file of another user stays as it is.
pub(crate) fn tighten(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            return file.set_permissions(std::fs::Permissions::from_mode(0o600));
        }
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Makes the folder of `file`, and its parents, for their owner only; existing ones stay as they are.
pub(crate) fn make_folder(file: &Path) -> Result<(), OpenError> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .recursive(true)
        .create(folder)
        .map_err(|cause| OpenError::Folder { folder: folder.display().to_string(), cause })
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
    if !path.exists() && partial_of(path).exists() {
        return Err(OpenError::Interrupted { file: path.display().to_string() });
    }
    let log = beside(path, "-wal");
    if !path.exists() && log.exists() {
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

/// Refuses a database that others may write to, and warns of one that they may read. Such files were made by other
/// programs, `cp` of a backup for example, and may be intended: nothing is changed silently.
///
/// # Errors
/// [`OpenError::Exposed`] names the files and the command that fixes them.
pub(crate) fn check_database(path: &Path) -> Result<(), OpenError> {
    let files = ENDINGS.map(|ending| beside(path, ending));
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

/// The existing files whose mode has one of `bits`.
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
}
