//! Files that this process makes are readable by its owner only: they contain password hashes, prices and secrets.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// From now on makes every new file of this process, also through a library, owner-only. The target of standard output
/// was made by the shell.
pub(crate) fn make_private_by_default() {
    #[cfg(unix)]
    {
        use rustix::fs::Mode;
        let others = Mode::RWXG | Mode::RWXO;
        let before = rustix::process::umask(others);
        rustix::process::umask(before | others);
    }
}

/// Makes the file, or truncates it and makes it owner-only. Anything but a regular file, such as a pipe, is only
/// opened.
///
/// # Errors
/// When it cannot be made, truncated or made owner-only.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.write(true).create(true).truncate(true).open(path)?;
    #[cfg(unix)]
    if path.symlink_metadata().is_ok_and(|known| known.is_file()) {
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    }
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

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
