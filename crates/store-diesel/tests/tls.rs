//! Encrypted connections to a PostgreSQL that accepts no others. Built with the feature `tls` only: `cargo test -p
//! store-diesel --features tls --test tls`.

#![cfg(feature = "tls")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use catalog_domain::ports::CatalogSource;
use catalog_testkit::postgres::TlsCluster;
use std::path::Path;
use store_diesel::{DatabaseUrl, OpenError, Store, StoreOptions};

fn open(cluster: &TlsCluster, host: &str, parameters: &str) -> Result<Store, OpenError> {
    let url: DatabaseUrl = cluster.url(host, parameters).parse().unwrap();
    Store::open(&url, &StoreOptions::default())
}

#[test]
fn only_a_server_with_the_right_certificate_for_the_right_name_is_talked_to() {
    let Some(cluster) = TlsCluster::start_new() else { return };
    let (authority, stranger) = (cluster.authority(), cluster.stranger());
    let missing = authority.with_file_name("missing.pem");
    let demand = |mode: &str, authority: &Path| format!("sslmode={mode}&sslrootcert={}", authority.display());
    for (host, parameters, refusal) in [
        ("localhost", demand("verify-full", &authority), None),
        ("127.0.0.1", demand("verify-ca", &authority), None),
        ("127.0.0.1", "sslmode=require".to_owned(), None),
        ("127.0.0.1", demand("verify-full", &authority), Some("does not match host name")),
        ("localhost", demand("verify-full", &stranger), Some("certificate verify failed")),
        ("localhost", demand("verify-ca", &stranger), Some("certificate verify failed")),
        ("localhost", demand("verify-full", &missing), Some("does not exist")),
        ("127.0.0.1", "sslmode=disable".to_owned(), Some("no encryption")),
    ] {
        match (open(&cluster, host, &parameters), refusal) {
            (Ok(store), None) => drop(store.load().unwrap()),
            (Err(error), Some(reason)) => {
                let text = error.to_string();
                assert!(text.contains(reason), "{host} {parameters}: {text}");
                assert!(!text.contains('\n'), "{host} {parameters}: {text}");
                assert!(!error.is_temporary(), "waiting for another certificate is of no use: {text}");
            }
            (Ok(_), Some(reason)) => panic!("{host} {parameters}: talked to, in spite of: {reason}"),
            (Err(error), None) => panic!("{host} {parameters}: {error}"),
        }
    }
}
