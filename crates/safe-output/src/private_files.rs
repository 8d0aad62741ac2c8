//! Files that are readable by their owner only: they contain password hashes, prices and secrets.
//!
//! In a folder that others can write to, a name may lead to a file of their choice, or be a file of theirs that they go
//! on reading. There no link is followed, and only a file of this process's user is written.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// From now on makes every new file of this process, also through a library, owner-only. The target of standard output
/// was made by the shell.
pub fn make_private_by_default() {
    #[cfg(unix)]
    {
        use rustix::fs::Mode;
        let others = Mode::RWXG | Mode::RWXO;
        let before = rustix::process::umask(others);
        rustix::process::umask(before | others);
    }
}

/// Options that make files for their owner only.
pub fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The same for a name at which no link is expected, whoever can write to the folder.
pub fn private_not_through_a_link() -> OpenOptions {
    let mut options = private();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    options
}

/// Makes the file, or truncates it and makes it owner-only. Anything but a regular file, such as a pipe, is only
/// opened.
///
/// # Errors
/// When it cannot be made, truncated or made owner-only, or is somebody else's.
pub fn create(path: &Path) -> io::Result<File> {
    let file = open(path, |options| options.write(true).create(true).truncate(false))?;
    if file.metadata()?.is_file() {
        file.set_len(0)?;
        tighten(&file)?;
    }
    Ok(file)
}

/// Makes the file, or opens it to be read and written at its end.
///
/// # Errors
/// When it cannot be made or opened, or is somebody else's.
pub fn append(path: &Path) -> io::Result<File> {
    open(path, |options| options.append(true).read(true).create(true))
}

/// Opens what is there for writing, a pipe or a device.
///
/// # Errors
/// When it is not there or cannot be opened, or is somebody else's.
pub fn open_special(path: &Path) -> io::Result<File> {
    open(path, |options| options.write(true))
}

fn open(path: &Path, set: impl FnOnce(&mut OpenOptions) -> &mut OpenOptions) -> io::Result<File> {
    let is_shared = is_shared(folder_of(path));
    let mut options = if is_shared { private_not_through_a_link() } else { private() };
    let file = set(&mut options).open(path)?;
    if is_shared && !is_own(&file)? {
        let reason = "it is another user's, in a folder that others can write to";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
    }
    Ok(file)
}

/// Restricts an open file to its owner.
///
/// # Errors
/// When it is another user's.
pub fn tighten(file: &File) -> io::Result<()> {
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

/// Makes a folder, and those above it, for their owner only; existing ones stay as they are.
///
/// # Errors
/// When one cannot be made.
pub fn create_folder(path: &Path) -> io::Result<()> {
    folder_builder().recursive(true).create(path)
}

/// Makes a folder that is not there yet, for its owner only.
///
/// # Errors
/// When there is something of that name, a link included, or it cannot be made.
pub fn create_new_folder(path: &Path) -> io::Result<()> {
    folder_builder().create(path)
}

fn folder_builder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// The first of `files` that is a link in a folder that others can write to: another program, SQLite for example,
/// would follow it.
pub fn link_of_others(files: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    files.into_iter().find(|file| file.is_symlink() && is_shared(folder_of(file)))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(unix)]
fn is_shared(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    folder.metadata().is_ok_and(|known| known.permissions().mode() & 0o022 != 0)
}

#[cfg(not(unix))]
fn is_shared(_: &Path) -> bool {
    false
}

/// Whether the file is this process's user's, or a device, which is the system's.
#[cfg(unix)]
fn is_own(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let known = file.metadata()?;
    let kind = known.file_type();
    let is_device = kind.is_char_device() || kind.is_block_device();
    Ok(is_device || known.uid() == rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn is_own(_: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_link_is_followed_only_in_a_folder_that_nobody_else_writes_to() {
        let folder = tempfile::tempdir().unwrap();
        let (link, target) = (folder.path().join("report.ndjson"), folder.path().join("target"));
        std::os::unix::fs::symlink(&target, &link).unwrap();
        for (mode, is_followed) in [(0o777, false), (0o1777, false), (0o700, true)] {
            std::fs::write(&target, "text").unwrap();
            std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(mode)).unwrap();
            assert_eq!(append(&link).is_ok(), is_followed, "{mode:o}");
            assert_eq!(create(&link).is_ok(), is_followed, "{mode:o}");
            assert_eq!(std::fs::read_to_string(&target).unwrap().is_empty(), is_followed, "{mode:o}");
        }
    }

    #[test]
    fn what_a_program_would_open_through_a_link_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let [plain, link] = ["copy.db", "copy.db-wal"].map(|name| folder.path().join(name));
        std::fs::write(&plain, "").unwrap();
        std::os::unix::fs::symlink(&plain, &link).unwrap();
        for (mode, found) in [(0o1777, Some(link.clone())), (0o700, None)] {
            std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(mode)).unwrap();
            assert_eq!(link_of_others([plain.clone(), link.clone()]), found, "{mode:o}");
        }
        assert!(create_new_folder(&link).is_err());
    }

    #[test]
    fn a_file_is_its_owners_only_whether_it_is_new_or_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.ndjson");
        let mode = || path.metadata().unwrap().permissions().mode() & 0o777;
        create(&path).unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o666)).unwrap();
        create(&path).unwrap();
        assert_eq!(mode(), 0o600);
        assert!(create(Path::new("/dev/null")).is_ok());
    }
}
