//! A folder in which both binaries are run, with no settings but those that the test gives.

use catalog_testkit::program::{catalog_binary, isolated_command};
use std::os::unix::fs::symlink;
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

    /// A shell that runs lines up to the first that fails. In it both programs are found, and the service listens on a
    /// free port.
    pub(crate) fn shell(&self, script: &str) -> Command {
        let programs = self.path("programs");
        std::fs::create_dir(&programs).unwrap();
        symlink(catalog_binary().canonicalize().unwrap(), programs.join("catalog")).unwrap();
        symlink(env!("CARGO_BIN_EXE_catalog-client"), programs.join("catalog-client")).unwrap();
        let mut command = self.command(Path::new("sh"), &["-ec", script]);
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", programs.display())).env("CATALOG_BIND", "127.0.0.1:0");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn command(&self, binary: &Path, arguments: &[&str]) -> Command {
        let mut command = isolated_command(binary, self.folder.path());
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}
