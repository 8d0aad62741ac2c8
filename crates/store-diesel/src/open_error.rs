//! Why a store could not be opened, in one line that says what to do. No password is ever part of it.

use catalog_domain::ports::Cause;

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of the file could not be made.
    #[error("cannot make the folder {folder} of the store: {cause}; make it or choose another --database-url")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system said.
        cause: std::io::Error,
    },
    /// No connection.
    #[error("cannot connect to {url}: {reason}; check --database-url (DATABASE_URL) and that the store is up")]
    Connect {
        /// The address without its password.
        url: String,
        /// What the engine said, in one line.
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
    /// An encrypted connection is demanded, and this build has no TLS.
    #[error(
        "sslmode={mode} needs a build with TLS to PostgreSQL: build with the cargo feature `tls`, or use a weaker sslmode if the network is trusted"
    )]
    TlsUnsupported {
        /// The mode that was asked for.
        mode: String,
    },
    /// The schema could not be brought up to date.
    #[error("cannot bring the schema of {url} up to date: {reason}; nothing was changed")]
    Migrate {
        /// The address without its password.
        url: String,
        /// What went wrong, in one line.
        reason: String,
        /// The cause.
        #[source]
        cause: Cause,
    },
}

/// `text` on one line, as an error message must be.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
