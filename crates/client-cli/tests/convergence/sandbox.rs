//! A folder in which both binaries are run, with no settings but those that the test gives.

use catalog_testkit::program::{catalog_binary, isolated_command};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

pub(crate) const STOREFRONT: &str = "storefront.example";
pub(crate) const LOGIN: &str = "mirror@storefront.example";
pub(crate) const PASSWORD: &str = "a long password";

/// A folder of its own, deleted with everything in it at the end.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn catalog(&self, arguments: &[&str]) -> Command {
        self.command(catalog_binary(), arguments)
    }

    pub(crate) fn mirror(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(Path::new(env!("CARGO_BIN_EXE_catalog-client")), &["mirror"]);
        command.args(arguments);
        command.env("CATALOG_MIRROR_PASSWORD", PASSWORD);
        command
    }

    fn command(&self, binary: &Path, arguments: &[&str]) -> Command {
        let mut command = isolated_command(binary, self.folder.path());
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}
