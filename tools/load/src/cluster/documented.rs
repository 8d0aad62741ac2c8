//! The files of `docs/deployment/cluster`, which are used as they are with other addresses and folders.

use crate::workdir::STOREFRONT;
use anyhow::Context;
use catalog_testkit::process::{HttpClient, HttpRequest};
use serde_json::Value;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

/// Takes the place of `10.0.0.` of the documented files.
pub(super) const NETWORK: &str = "127.39.0.";
pub(super) const PASSWORD: &str = "secret";
pub(super) const ETCD: &str = include_str!("../../../../docs/deployment/cluster/etcd.env");
pub(super) const PATRONI_ENVIRONMENT: &str = include_str!("../../../../docs/deployment/cluster/patroni.env");
pub(super) const PATRONI: &str = include_str!("../../../../docs/deployment/cluster/patroni.yml");
pub(super) const HAPROXY: &str = include_str!("../../../../docs/deployment/cluster/haproxy.cfg");
pub(super) const CATALOG: &str = include_str!("../../../../docs/deployment/cluster/catalog.env");
/// How long a request to Patroni, etcd or a server may take.
const REPLY: Duration = Duration::from_secs(3);
/// How long a program may take to end.
pub(super) const ENDING: Duration = Duration::from_secs(60);

/// The text of a documented file, for one machine on the loopback.
pub(super) fn substituted(text: &str, name: &str, address: &str, folder: &Path) -> String {
    let folder = folder.display();
    text.replace("@NAME@", name)
        .replace("@ADDRESS@", address)
        .replace("@PASSWORD@", PASSWORD)
        .replace("10.0.0.0/24", "127.0.0.0/8")
        // nginx connects from the usual address of the loopback.
        .replace("PROXIES=10.0.0.10", "PROXIES=127.0.0.1")
        .replace("127.0.0.1:500", &format!("{address}:500"))
        .replace("10.0.0.", NETWORK)
        // A program that becomes another user would not end with this one.
        .replace("    user haproxy\n    group haproxy\n", "")
        .replace("/var/lib/", &format!("{folder}/"))
        .replace("/var/run/", &format!("{folder}/"))
        .replace("shop.example", STOREFRONT)
        .replace("postgresql/15/", &format!("postgresql/{}/", postgres_version()))
}

/// How long the key of a leader is valid without being renewed.
pub(super) fn documented_ttl() -> anyhow::Result<Duration> {
    let text = PATRONI.lines().find_map(|line| line.trim().strip_prefix("ttl: ")).context("no ttl")?;
    Ok(Duration::from_secs(text.parse()?))
}

/// The settings of a file for the environment of a process.
pub(super) fn environment(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='))
}

/// The version of PostgreSQL that is installed, which the page puts in place of 15: the highest one.
pub(super) fn postgres_version() -> u32 {
    let folders = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.filter_map(|folder| folder.file_name().to_str()?.parse().ok()).max().unwrap_or(15)
}

pub(super) fn at(address: &str, port: u16) -> anyhow::Result<SocketAddr> {
    Ok(SocketAddr::new(address.parse::<IpAddr>()?, port))
}

pub(super) fn ask(address: &str, port: u16, request: &HttpRequest) -> anyhow::Result<(u16, Value)> {
    let response = HttpClient::open(at(address, port)?, Instant::now() + REPLY)?.fetch(request)?;
    Ok((response.status, serde_json::from_slice(&response.body).unwrap_or_default()))
}
