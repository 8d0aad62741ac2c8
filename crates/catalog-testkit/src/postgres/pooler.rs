//! PgBouncer in transaction mode before the server of the tests: each transaction may get another session.

use super::programs::{as_unprivileged_user, give_to_unprivileged_user, wait_until_reachable};
use super::{TestPostgres, with_database};
use crate::program::{installed, warn};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::OnceLock;

/// Ends the pooler and removes its folder when the pipe to it closes, that is when the test process ends.
const WATCH: &str = r#"trap '' INT HUP TERM; "$1" pgbouncer.ini >/dev/null 2>&1 & pooler=$!; cat >/dev/null; kill -KILL "$pooler"; wait "$pooler"; rm -rf "$2""#;

/// A running pooler; one per test process.
pub struct TestPooler {
    url: String,
    _watcher: Child,
}

impl TestPooler {
    /// The pooler of this test process, before its server; `None`, loudly, where PgBouncer is not installed.
    pub fn shared(server: &TestPostgres) -> Option<&'static Self> {
        static SHARED: OnceLock<Option<TestPooler>> = OnceLock::new();
        SHARED
            .get_or_init(|| {
                let found = installed("pgbouncer").zip(connection_string(&server.admin_url));
                if found.is_none() {
                    warn("TESTS BEHIND A POOLER TALK TO POSTGRESQL DIRECTLY: no pgbouncer, or no plain address");
                }
                found.map(|(program, target)| Self::start(&program, &target).unwrap())
            })
            .as_ref()
    }

    fn start(program: &Path, target: &str) -> Result<Self, String> {
        let folder = tempfile::Builder::new().prefix("catalog-pooler-").tempdir().map_err(|error| error.to_string())?;
        let folder = folder.keep();
        // Sessions take turns, so that nothing is left in one by the transaction before.
        let settings = format!(
            "[databases]\n* = {target}\n[pgbouncer]\nlisten_port = 6432\nunix_socket_dir = {}\nauth_type = any\n\
             pool_mode = transaction\nserver_round_robin = 1\ndefault_pool_size = 6\nmax_client_conn = 1000\n\
             logfile = {}\n",
            folder.display(),
            folder.join("log").display()
        );
        fs::write(folder.join("pgbouncer.ini"), settings).map_err(|error| error.to_string())?;
        give_to_unprivileged_user(&folder)?;
        let watcher = as_unprivileged_user(Path::new("sh"), &folder)?
            .args(["-c", WATCH, "watch"])
            .args([program, &folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let url = format!("postgres:///postgres?host={}&port=6432&user=postgres", folder.display());
        wait_until_reachable(&url)?;
        Ok(Self { url, _watcher: watcher })
    }

    /// The URL by which a database is reached through the pooler.
    pub fn url_of(&self, name: &str) -> String {
        with_database(&self.url, name)
    }
}

/// The parameters of a URL as a connection string, without the database; `None` for what the tests do not use.
fn connection_string(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://").filter(|_| !url.contains(['%', '[']))?;
    let (address, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let (user, host) = address.split('/').next()?.rsplit_once('@').unwrap_or(("", address.split('/').next()?));
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    let (host, port) = host.split_once(':').unwrap_or((host, ""));
    let of_authority = [("user", name), ("password", password), ("host", host), ("port", port)];
    let of_query = parameters.split('&').filter_map(|parameter| parameter.split_once('='));
    let known = |(name, _): &(&str, &str)| ["user", "password", "host", "port"].contains(name);
    let given = of_authority.into_iter().filter(|(_, value)| !value.is_empty()).chain(of_query.filter(known));
    Some(given.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "))
}
