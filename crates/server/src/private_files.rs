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
/// opened. A link is not followed in a folder that others can write to: it would lead to a file of their choice.
///
/// # Errors
/// When it cannot be made, truncated or made owner-only.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
        if is_shared(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))) {
            options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
        }
    }
    let file = options.write(true).create(true).truncate(true).open(path)?;
    #[cfg(unix)]
    if path.symlink_metadata().is_ok_and(|known| known.is_file()) {
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    }
    Ok(file)
}

/// Whether others can write to the folder.
#[cfg(unix)]
fn is_shared(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    folder.metadata().is_ok_and(|known| known.permissions().mode() & 0o022 != 0)
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
            assert_eq!(create(&link).is_ok(), is_followed, "{mode:o}");
            assert_eq!(std::fs::read_to_string(&target).unwrap().is_empty(), is_followed, "{mode:o}");
        }
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
