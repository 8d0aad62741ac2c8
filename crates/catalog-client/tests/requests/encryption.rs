//! https: which certificates are trusted.

use crate::script::{Reply, data, respond, token};
use catalog_client::{CatalogClient, ClientError, ClientOptions, RetryPolicy};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Makes a certificate of `localhost` that vouches for itself; `false` where `openssl` is not installed, which on a CI
/// machine fails.
fn make_certificate(folder: &Path) -> bool {
    let arguments = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "ca.pem"];
    let names = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    let constraint = ["-addext", "basicConstraints=critical,CA:FALSE"];
    let mut command = Command::new("openssl");
    let output = command.args(arguments).args(names).args(constraint).current_dir(folder).output();
    let is_made = output.is_ok_and(|output| output.status.success());
    assert!(is_made || std::env::var_os("CI").is_none(), "CI is set, and openssl made no certificate");
    is_made
}

/// Responds over TLS; connections that break off in the handshake count as none.
fn play(folder: &Path, replies: Vec<Reply>) -> (String, std::thread::JoinHandle<()>) {
    let certificate = CertificateDer::from_pem_file(folder.join("ca.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(folder.join("key.pem")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let thread = std::thread::spawn(move || {
        let mut replies = replies.into_iter();
        while replies.len() > 0 {
            let mut socket = listener.accept().unwrap().0;
            let mut connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            if connection.complete_io(&mut socket).is_ok() {
                let mut stream = StreamOwned::new(connection, socket);
                respond(&mut stream, replies.next().unwrap());
                stream.conn.send_close_notify();
                let _ = stream.conn.complete_io(&mut stream.sock);
            }
        }
    });
    (url, thread)
}

#[test]
fn a_certificate_is_trusted_only_if_its_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    if !make_certificate(folder.path()) {
        eprintln!("*** A TEST OF ENCRYPTION IS SKIPPED: openssl has to be installed ***");
        return;
    }
    let (url, server) = play(folder.path(), vec![token("t", 600), data("1")]);
    let options = ClientOptions::new(&url, "me", "p");
    let error = CatalogClient::new(options.clone()).unwrap().get("/x").unwrap_err();
    // At once, without other attempts.
    assert!(matches!(&error, ClientError::Connection(reason) if reason.contains("certificate")), "{error}");
    let retry = RetryPolicy { attempts: 1, ..RetryPolicy::default() };
    let options = ClientOptions { ca_file: Some(folder.path().join("ca.pem")), retry, ..options };
    assert_eq!(CatalogClient::new(options).unwrap().get("/x").unwrap().data::<u32>().unwrap(), 1);
    server.join().unwrap();
}

#[test]
fn a_ca_file_without_a_certificate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    for (content, reason) in [(None, "No such file"), (Some("nothing"), "holds no certificate")] {
        if let Some(content) = content {
            std::fs::write(&file, content).unwrap();
        }
        let options = ClientOptions::new("https://localhost", "me", "p");
        let error = CatalogClient::new(ClientOptions { ca_file: Some(file.clone()), ..options }).unwrap_err();
        assert!(error.to_string().contains("ca.pem"), "{error}");
        assert!(error.to_string().contains(reason), "{error}");
    }
}
