//! Programs as users start them: the `catalog` binary, and commands without the settings of this machine.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The `catalog` binary: the one that `CATALOG_BINARY` names, or one built for the purpose. Cargo builds only a
/// package's own binaries for its tests, so that those of other packages find it here.
pub fn catalog_binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(binary) = std::env::var_os("CATALOG_BINARY") {
            return binary.into();
        }
        let mut build = Command::new(env!("CARGO"));
        // With an example beside the binary, dependencies have the features that they have for the workspace's tests,
        // so that none of them is compiled again.
        build.args(["build", "--quiet", "--offline", "--workspace", "--bin", "catalog"]);
        build.args(["--bin", "catalog-client", "--example", "rules"]);
        build.args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] });
        // What cargo says about the package under test makes some build scripts run again.
        let about_package = |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
        std::env::vars().filter(|(name, _)| about_package(name)).for_each(|(name, _)| {
            build.env_remove(name);
        });
        let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap();
        assert!(status.success(), "the service cannot be built");
        // A test is in `deps`, beside which the binaries are.
        std::env::current_exe().unwrap().parent().unwrap().with_file_name("catalog")
    })
}

/// The `catalog-client` binary, beside the other one.
pub fn client_binary() -> PathBuf {
    catalog_binary().with_file_name("catalog-client")
}

/// A program in a folder, without input and without any setting of the service that the environment has. Passwords are
/// hashed in a quarter of the usual time.
pub fn isolated_command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name == "DATABASE_URL" || name.to_string_lossy().starts_with("CATALOG_") {
            command.env_remove(name);
        }
    }
    command.env("CATALOG_PASSWORD_HASH_COST", "10");
    command
}

/// Where a program is on the path, or where systems have those of administrators.
pub fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
    folders.find_map(|folder| Some(folder.join(program)).filter(|file| file.is_file()))
}

/// The same, but a test that finds none says that it is skipped, and on a CI machine fails.
pub fn installed_or_skipped(program: &str) -> Option<PathBuf> {
    let found = installed(program);
    if found.is_none() {
        assert!(!is_ci(), "CI is set and {program} is not installed");
        warn(&format!("A TEST IS SKIPPED: {program} is not installed"));
    }
    found
}

/// Whether all that a test pastes into a shell is installed; see [`installed_or_skipped`].
pub fn all_installed_or_skipped(programs: &[&str]) -> bool {
    programs.iter().all(|program| installed_or_skipped(program).is_some())
}

/// Writes past the capture of test output, which would hide it.
pub fn warn(text: &str) {
    let _ = writeln!(std::io::stderr(), "\n*** {text} ***\n");
}

/// Whether everything that tests use has to be installed.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| matches!(value.as_str(), "true" | "1"))
}
