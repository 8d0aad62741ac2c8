//! The programs that have to be there.

use anyhow::bail;
use std::env;
use std::path::PathBuf;

/// Where the programs are.
pub(crate) struct Programs {
    /// The file server.
    pub(crate) nginx: PathBuf,
    /// The load tool.
    pub(crate) wrk: PathBuf,
}

impl Programs {
    /// # Errors
    /// When one is missing; says which, and how to install it.
    pub(crate) fn find() -> anyhow::Result<Self> {
        match (find("nginx"), find("wrk")) {
            (Some(nginx), Some(wrk)) => Ok(Self { nginx, wrk }),
            (nginx, wrk) => {
                let missing = [("nginx", nginx.is_none()), ("wrk", wrk.is_none())];
                let names: Vec<_> =
                    missing.iter().filter(|(_, is_missing)| *is_missing).map(|(name, _)| *name).collect();
                bail!("missing: {}; on Debian: apt-get install {}", names.join(", "), names.join(" "))
            }
        }
    }
}

/// Looks in the path, and where daemons are that ordinary users do not have in theirs.
fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin", "/usr/bin"].map(PathBuf::from));
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}
