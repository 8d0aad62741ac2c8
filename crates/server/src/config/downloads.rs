//! Where the files of `/download/` are.

use catalog_cli::settings::{SettingError, web_address};
use clap::Args;
use http_portal::Downloads;
use std::path::{Path, PathBuf};

const FOLDER: &str = "--download-folder (CATALOG_DOWNLOAD_FOLDER)";

/// What clients can download.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct DownloadConfig {
    /// The folder whose files are at /download/ [default: `download` beside the program, or
    /// `../share/catalog/download` from there, where packages have it]
    #[arg(long = "download-folder", value_name = "FOLDER", env = "CATALOG_DOWNLOAD_FOLDER")]
    folder: Option<PathBuf>,
    /// Where `catalog-client` can be had when no folder is there [default: none]
    // The part before an `@` may be a password, so neither help nor errors show the value.
    #[arg(long, value_name = "URL", env = "CATALOG_CLIENT_URL", value_parser = web_address, hide_env_values = true)]
    client_url: Option<String>,
}

impl DownloadConfig {
    /// Opens the files.
    ///
    /// # Errors
    /// [`SettingError`] when they cannot be read.
    pub(crate) fn open(&self) -> Result<Downloads, SettingError> {
        let usual = || std::env::current_exe().ok().and_then(|program| usual_folder(&program));
        let folder = self.folder.clone().or_else(usual);
        let opened = Downloads::open(folder.as_deref(), self.client_url.clone());
        opened.map_err(|error| {
            let folder = folder.unwrap_or_default();
            SettingError::new(FOLDER, format!("{} cannot be read: {error}", folder.display()))
        })
    }
}

fn usual_folder(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let candidates = [folder.join("download"), folder.join("../share/catalog/download")];
    candidates.into_iter().find(|candidate| candidate.is_dir())
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn downloads_are_beside_the_program_or_where_packages_have_them_or_nowhere() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("bin/catalog");
        std::fs::create_dir(root.path().join("bin")).unwrap();
        assert_eq!(usual_folder(&program), None);
        for inner in ["share/catalog/download", "bin/download"] {
            let folder = root.path().join(inner);
            std::fs::create_dir_all(&folder).unwrap();
            assert_eq!(usual_folder(&program).unwrap().canonicalize().unwrap(), folder.canonicalize().unwrap());
        }
    }

    #[test]
    fn a_folder_that_cannot_be_read_is_named() {
        let config: DownloadConfig = read(&["--download-folder", "/nowhere"]).unwrap();
        let error = config.open().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{FOLDER}: /nowhere cannot be read: ")), "{error}");
    }
}
