//! Why a store could not be opened, in one line that states the remedy. It never contains a password.

mod retry;

pub(crate) use retry::one_line;
use retry::{Retry, advice, retry};

use catalog_domain::ports::{Cause, StoreError};

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of the file could not be made.
    #[error("cannot make the folder {folder} of the store: {cause}; make it or choose another")]
    Folder {
        /// The folder.
        folder: String,
        /// The system's error.
        cause: std::io::Error,
    },
    /// A database file is gone, but its latest changes are still there.
    #[error(
        "{file} was moved away, and {log} holds its newest changes; put the file back, or delete {log} to begin with an empty store"
    )]
    Orphaned {
        /// The database.
        file: String,
        /// Its write-ahead log.
        log: String,
    },
    /// A database file is empty, but the accounts of its store are still there.
    #[error(
        "{file} is empty, and {accounts} holds the accounts of a store; restore a backup, or delete both to begin with an \
         empty store"
    )]
    Emptied {
        /// The database.
        file: String,
        /// The database of the accounts.
        accounts: String,
    },
    /// A copy or restore ended before its store was whole.
    #[error("a copy or restore to {file} was interrupted, and there is no whole store; run the same command again")]
    Interrupted {
        /// The database.
        file: String,
    },
    /// Other users may change the store.
    #[error("other users of this machine can write to the store; run: {command}")]
    Exposed {
        /// The command that fixes it, with the names of the files.
        command: String,
    },
    /// A link where the store has a file, in a folder that others can write to.
    #[error("{link} is a link, in a folder that other users of this machine can write to; use a folder of your own")]
    Link {
        /// The link.
        link: String,
    },
    /// There is no store, and this operation makes none.
    #[error(
        "there is no store at {url}; check the address. `catalog import` or `catalog serve` make one, and `catalog demo` \
         one with a generated catalog"
    )]
    NoStore {
        /// The address without its password.
        url: String,
    },
    /// The file belongs to another program.
    #[error("{url} is not a store of this program: {reason}; nothing was changed. Name another file")]
    Foreign {
        /// The address.
        url: String,
        /// How that was recognised.
        reason: String,
    },
    /// No connection, or a file that cannot be used.
    #[error("{} {url}: {reason}; {}", attempt(url), advice(.reason, "check the address, and that the store is up"))]
    Connect {
        /// The address without its password.
        url: String,
        /// The engine's message, in one line.
        reason: String,
    },
    /// The store was made by a newer version of this program.
    #[error(
        "the store {url} was made by a newer version (it has the unknown migration {version}); use that version or restore a backup"
    )]
    Newer {
        /// The address without its password.
        url: String,
        /// The first migration that this program does not know.
        version: String,
    },
    /// A read-only store lacks what this version of the program needs.
    #[error(
        "{url} lacks the migration {version}, and nothing is written there; check that it is a standby of the store in \
         --database-url, and that it is not behind"
    )]
    Unmigrated {
        /// The address without its password.
        url: String,
        /// The first migration that is missing.
        version: String,
    },
    /// The schema is an older one, and this operation changes nothing.
    #[error(
        "the schema of {url} is that of an older version (it lacks the migration {version}), and a dry run does not migrate \
         it: run `catalog imports` first, which does"
    )]
    Outdated {
        /// The address without its password.
        url: String,
        /// The first migration that is missing.
        version: String,
    },
    /// A store that should be a replica is not one.
    #[error(
        "{url} is not a standby of the store in --database-url: it holds something else; name a standby of that store"
    )]
    NotAReplica {
        /// The address without its password.
        url: String,
    },
    /// An encrypted connection is required, and this build has no TLS.
    #[error(
        "sslmode={mode} needs a build with TLS to PostgreSQL: build with the cargo feature `tls`, or use a weaker sslmode if the network is trusted"
    )]
    TlsUnsupported {
        /// The requested mode.
        mode: String,
    },
    /// The schema could not be brought up to date.
    #[error(
        "cannot bring the schema of {url} up to date: {reason}; nothing was changed; {}",
        advice(.reason, "the log of the database says more")
    )]
    Migrate {
        /// The address without its password.
        url: String,
        /// What went wrong, in one line.
        reason: String,
        /// What it fails with.
        #[source]
        cause: Cause,
    },
    /// The content of the store could not be read.
    #[error("cannot read {url}: {reason}; {}", advice(.reason, "the log of the database says more"))]
    Read {
        /// The address without its password.
        url: String,
        /// What went wrong, in one line.
        reason: String,
        /// The cause.
        #[source]
        cause: StoreError,
    },
}

fn attempt(url: &str) -> &'static str {
    if url.starts_with("sqlite:") { "cannot use" } else { "cannot connect to" }
}

impl OpenError {
    /// Whether it may be temporary, because the store is down, starting up or busy: then waiting helps. A wrong
    /// password, a missing database and the like need a fix first.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Connect { reason, .. } | Self::Migrate { reason, .. } => retry(reason) == Retry::Transient,
            Self::Read { cause, .. } => matches!(cause, StoreError::Unavailable(_)),
            Self::Folder { .. }
            | Self::NoStore { .. }
            | Self::Foreign { .. }
            | Self::Orphaned { .. }
            | Self::Emptied { .. }
            | Self::Interrupted { .. }
            | Self::Exposed { .. }
            | Self::Link { .. }
            | Self::Newer { .. }
            | Self::Unmigrated { .. }
            | Self::Outdated { .. }
            | Self::NotAReplica { .. }
            | Self::TlsUnsupported { .. } => false,
        }
    }
}
