//! Where the bytes of imports that are sent over HTTP wait, and how many they may be.

use super::DatabaseConfig;
use super::error::{SettingError, whole};
use catalog_domain::ports::JobBytes;
use clap::Args;
use clap::builder::TypedValueParser;
use std::path::PathBuf;
use std::sync::Arc;
use store_diesel::{SpoolFolder, Store};

const IMPORT_SPOOL: &str = "--import-spool (CATALOG_IMPORT_SPOOL)";

/// The most megabytes that can be set: a terabyte.
const LARGEST_MEGABYTES: u64 = 1 << 20;

/// The folder of the bytes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Imports")]
pub struct ImportSpool {
    /// The folder in which imports over HTTP wait, of a SQLite store; PostgreSQL has them itself [default: beside the
    /// store]
    #[arg(long, value_name = "FOLDER", env = "CATALOG_IMPORT_SPOOL")]
    import_spool: Option<PathBuf>,
}

/// The settings of imports over HTTP.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Imports")]
pub struct ImportConfig {
    /// The folder.
    #[command(flatten)]
    pub spool: ImportSpool,
    /// How large an import over HTTP may be, in megabytes, unpacked and all its parts together
    #[arg(long = "max-import-mb", value_name = "MB", env = "CATALOG_MAX_IMPORT_MB")]
    #[arg(value_parser = whole(1..=LARGEST_MEGABYTES).map(|megabytes| megabytes << 20))]
    #[arg(default_value = "4096")]
    pub most_bytes: u64,
}

impl ImportSpool {
    /// The folder as it is set, or else the one beside a SQLite store; `None` with PostgreSQL.
    pub fn folder(&self, database: &DatabaseConfig) -> Option<PathBuf> {
        let beside = database.url.spool_folder()?;
        Some(self.import_spool.clone().unwrap_or(beside))
    }

    /// The bytes of the jobs in `store`, for a server. A folder that is set is taken at once.
    ///
    /// # Errors
    /// [`SettingError`] when that folder cannot be used.
    pub fn bytes(&self, database: &DatabaseConfig, store: &Arc<Store>) -> Result<Arc<dyn JobBytes>, SettingError> {
        let Some(folder) = self.folder(database) else { return Ok(store.clone()) };
        let spool = SpoolFolder::new(&folder);
        if self.import_spool.is_some() {
            spool.take().map_err(|error| SettingError::new(IMPORT_SPOOL, &error))?;
        }
        Ok(Arc::new(spool))
    }

    /// The same for the process that imports a job of a server.
    pub(crate) fn bytes_of_parent(&self, database: &DatabaseConfig, store: &Arc<Store>) -> Arc<dyn JobBytes> {
        match self.folder(database) {
            Some(folder) => Arc::new(SpoolFolder::of_parent(&folder)),
            None => store.clone(),
        }
    }
}
