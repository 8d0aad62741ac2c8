//! Files that only their owner can read: they hold prices and stock of an account.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a file, or opens it to write at its end.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    options().append(true).read(true).create(true).open(path)
}

/// Makes a file, or truncates it and makes it its owner's only.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let file = options().write(true).create(true).truncate(true).open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Makes a folder and those above it.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
