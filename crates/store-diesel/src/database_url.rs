//! The address of a store: `sqlite://path/to.db` or `postgres://...`. A password in it is never printed.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The address of a store. `Display` and `Debug` leave out the password and every parameter.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Target);

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A file of the embedded engine.
    Sqlite(PathBuf),
    /// A server.
    Postgres(PostgresUrl),
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PostgresUrl {
    secret: String,
    /// The URL without password and parameters.
    public: String,
}

/// Why a text is not the address of a store. Never repeats the text: it may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseUrlError {
    /// Another scheme, or none.
    #[error("must begin with sqlite://, postgres:// or postgresql://")]
    UnknownScheme,
    /// `sqlite:////path`, which other programs take for an absolute path.
    #[error("has too many slashes: an absolute path has three, for example sqlite:///var/lib/catalog.db")]
    ManySlashes,
    /// `sqlite://` without a usable file name.
    #[error(
        "must name a file after sqlite://, for example sqlite://data/catalog.db, without ? or # (a store in memory is not supported)"
    )]
    NoFile,
    /// An `@` that does not end the user part, or an invalid `%`: a password that was not percent-encoded.
    #[error(
        "has a character in its user name or password that must be percent-encoded (@ is %40, / is %2F, ? is %3F, # is %23, : is %3A, % is %25)"
    )]
    NotEncoded,
    /// A port that is not a number, as when the host was forgotten.
    #[error("must be postgres://USER:PASSWORD@HOST:PORT/DATABASE with a number as port")]
    BadPort,
    /// Whitespace or control characters.
    #[error("must not have blanks or control characters in it")]
    BadCharacter,
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = text.split_once("://").ok_or(DatabaseUrlError::UnknownScheme)?;
        match scheme {
            "sqlite" => parse_file(rest).map(|path| Self(Target::Sqlite(path))),
            "postgres" | "postgresql" => parse_server(text, rest).map(|url| Self(Target::Postgres(url))),
            _ => Err(DatabaseUrlError::UnknownScheme),
        }
    }
}

impl DatabaseUrl {
    /// Whether servers on several machines can share the store.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Target::Postgres(_))
    }

    /// The whole address, with its password: for a process that opens the same store.
    pub fn expose(&self) -> String {
        match self.target() {
            Target::Sqlite(path) => format!("sqlite://{}", path.display()),
            Target::Postgres(server) => server.secret.clone(),
        }
    }

    pub(crate) fn of_file(path: PathBuf) -> Self {
        Self(Target::Sqlite(path))
    }

    /// The files of a SQLite store: that of the catalog, and that of the accounts. None for a database server.
    pub fn files(&self) -> Vec<PathBuf> {
        let path = |url: &Self| match url.target() {
            Target::Sqlite(path) => Some(path.clone()),
            Target::Postgres(_) => None,
        };
        std::iter::once(self).chain(self.of_accounts().as_ref()).filter_map(path).collect()
    }

    pub(crate) fn target(&self) -> &Target {
        &self.0
    }

    /// The folder beside a SQLite store for the bytes of imports that are sent over HTTP; `None` for a database server.
    pub fn spool_folder(&self) -> Option<PathBuf> {
        match self.target() {
            Target::Sqlite(path) => Some(crate::private_files::beside(path, ".imports")),
            Target::Postgres(_) => None,
        }
    }

    /// The address of the accounts when they have a separate file: beside that of the catalog. A server holds both.
    pub(crate) fn of_accounts(&self) -> Option<Self> {
        let Target::Sqlite(catalog) = &self.0 else { return None };
        let mut name = catalog.as_os_str().to_owned();
        name.push(".accounts");
        Some(Self(Target::Sqlite(name.into())))
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Target::Sqlite(path) => write!(formatter, "sqlite://{}", path.display()),
            Target::Postgres(url) => formatter.write_str(&url.public),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DatabaseUrl({self})")
    }
}

fn parse_file(path: &str) -> Result<PathBuf, DatabaseUrlError> {
    let is_directory = path.ends_with('/') || matches!(path.rsplit('/').next(), Some("." | ".."));
    if path.starts_with("//") {
        return Err(DatabaseUrlError::ManySlashes);
    }
    if path.is_empty() || is_directory || path.starts_with(':') || path.contains(['?', '#', '\0']) {
        return Err(DatabaseUrlError::NoFile);
    }
    Ok(Path::new(path).to_path_buf())
}

/// Checks that the parts are unambiguous, so that leaving out the password leaves out all of it.
fn parse_server(text: &str, rest: &str) -> Result<PostgresUrl, DatabaseUrlError> {
    if text.chars().any(|character| character.is_whitespace() || character.is_control()) {
        return Err(DatabaseUrlError::BadCharacter);
    }
    let (address, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, database) = address.split_once('/').unwrap_or((address, ""));
    if database.contains(['@', '/']) || parameters.contains('@') || rest.contains('#') || !is_percent_encoded(rest) {
        return Err(DatabaseUrlError::NotEncoded);
    }
    let (user_part, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let user = user_part.split(':').next().unwrap_or_default();
    if user_part.contains('@') || user_part.matches(':').count() > 1 {
        return Err(DatabaseUrlError::NotEncoded);
    }
    if !hosts.split(',').all(has_numeric_port) {
        return Err(DatabaseUrlError::BadPort);
    }
    let user = if user_part.is_empty() { String::new() } else { format!("{user}@") };
    Ok(PostgresUrl { secret: text.into(), public: format!("postgres://{user}{hosts}/{database}") })
}

/// Whether every `%` begins an encoded byte other than NUL.
fn is_percent_encoded(text: &str) -> bool {
    let is_byte = |part: &str| {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        digits.is_some_and(|digits| digits != "00")
    };
    text.split('%').skip(1).all(is_byte)
}

fn has_numeric_port(host: &str) -> bool {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => {
            port.parse::<u16>().is_ok() && (!name.contains(':') || name.ends_with(']'))
        }
        _ => true,
    }
}

/// Bounds on the waits of a connection, unless the URL sets them: 5 seconds to connect, then about 15 to 20 seconds
/// until an unresponsive peer is given up, whether writing to it (milliseconds) or waiting for it (idle seconds, then
/// so many probes at that interval). The name is shown in the server's own list of connections.
const CONNECTION_PARAMETERS: [(&str, &str); 6] = [
    ("connect_timeout", "5"),
    ("tcp_user_timeout", "15000"),
    ("keepalives_idle", "10"),
    ("keepalives_interval", "3"),
    ("keepalives_count", "3"),
    ("fallback_application_name", "catalog"),
];

impl PostgresUrl {
    /// The URL to connect with: the given one, with bounds for every wait that it does not bound itself.
    pub(crate) fn with_bounded_waits(&self) -> String {
        let mut url = self.secret.clone();
        for (name, value) in CONNECTION_PARAMETERS {
            if self.parameter(name).is_none() {
                let separator = if url.contains('?') { '&' } else { '?' };
                url.push_str(&format!("{separator}{name}={value}"));
            }
        }
        url
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        let (_, parameters) = self.secret.split_once('?')?;
        parameters
            .split('&')
            .filter_map(|parameter| parameter.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests;
