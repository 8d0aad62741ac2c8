//! A PostgreSQL server that accepts encrypted connections only, with a certificate made for the test.

use super::programs::{as_unprivileged_user, find_programs};
use super::temp_cluster::{TempCluster, run};
use crate::own_loopback_address;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

const ACCESS: &str = "local all all trust\nhostssl all all 127.0.0.0/8 trust\n";

/// A key on an elliptic curve is made quickly.
const NEW_KEY: [&str; 5] = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/// The server. Its certificate is for the name `localhost`, and it listens on an address of its own.
pub struct TlsCluster {
    cluster: TempCluster,
    address: Ipv4Addr,
    port: u16,
}

impl TlsCluster {
    /// Makes a server and starts it; `None` when PostgreSQL or `openssl` is not installed, which on a CI machine fails.
    pub fn start_new() -> Option<Self> {
        let has_openssl = Command::new("openssl").arg("version").output().is_ok();
        let Some(programs) = find_programs().filter(|_| has_openssl) else {
            assert!(!crate::program::is_ci(), "CI is set, and PostgreSQL or openssl is not installed");
            eprintln!("*** A TEST OF ENCRYPTION IS SKIPPED: initdb, postgres and openssl have to be installed ***");
            return None;
        };
        let cluster = TempCluster::initialized(&programs, &[]);
        make_certificates(cluster.folder());
        fs::write(cluster.data().join("pg_hba.conf"), ACCESS).unwrap();
        let address = own_loopback_address();
        let port = TcpListener::bind((address, 0)).unwrap().local_addr().unwrap().port();
        let folder = cluster.folder().display();
        let options = format!(
            "-c listen_addresses={address} -c ssl=on -c ssl_cert_file={folder}/server.pem -c ssl_key_file={folder}/server.key"
        );
        let cluster = cluster.with(port, options);
        cluster.start();
        Some(Self { cluster, address, port })
    }

    /// The URL of the database `postgres` over the network, as if `host` resolved to it, with `parameters`.
    pub fn url(&self, host: &str, parameters: &str) -> String {
        let Self { address, port, .. } = self;
        format!("postgres://postgres@{host}:{port}/postgres?hostaddr={address}&{parameters}")
    }

    /// The certificate of the authority that signed the server's.
    pub fn authority(&self) -> PathBuf {
        self.cluster.folder().join("authority.pem")
    }

    /// The certificate of an authority that did not.
    pub fn stranger(&self) -> PathBuf {
        self.cluster.folder().join("stranger.pem")
    }
}

/// Two authorities, and the server's certificate signed by the first.
fn make_certificates(folder: &Path) {
    let openssl = |arguments: &[&str]| {
        run(as_unprivileged_user(Path::new("openssl"), folder).unwrap().args(arguments));
    };
    for name in ["authority", "stranger"] {
        let (key, certificate, subject) = (format!("{name}.key"), format!("{name}.pem"), format!("/CN=Test {name}"));
        let files = ["-keyout", &key, "-out", &certificate, "-days", "2", "-subj", &subject];
        openssl(&[&["req", "-x509"], &NEW_KEY[..], &files].concat());
    }
    let files = ["-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"];
    openssl(&[&["req", "-addext", "subjectAltName=DNS:localhost"], &NEW_KEY[..], &files].concat());
    let signed_by = ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-copy_extensions", "copy"];
    let files = ["-in", "server.csr", "-out", "server.pem", "-days", "2"];
    openssl(&[&["x509", "-req"], &signed_by[..], &files].concat());
}
