//! `load`: puts load on a catalog server that it starts itself, and measures what integrators and neighbours of a busy
//! or hostile client notice.
//!
//! It knows the server by its public interface only. `http` compares it with nginx, `import_readers`
//! measures what those who read notice of an import, `waiters` what waiting for changes costs, `scaling` what several
//! servers cost their store, `cluster` what clients notice of lost machines, `copies` what a first copy costs, and
//! `hostile` what attackers achieve.
//! `tools/load/README.md` describes the methods, and has the figures.

mod circumstances;
mod client;
mod cluster;
mod copies;
mod feed;
mod hostile;
mod http;
mod import_readers;
mod nginx;
mod percentiles;
mod reader;
mod scaling;
mod server;
mod waiters;
mod workdir;

use clap::Parser;
use std::process::ExitCode;

/// Put load on a catalog server on this machine and measure it
#[derive(Parser)]
#[command(name = "load", version)]
enum Benchmark {
    /// Break a cluster with Patroni, etcd and HAProxy, and report what clients notice
    Cluster(cluster::Arguments),
    /// Measure what a first copy of a catalog costs, by snapshots and by pages
    Copies(copies::Arguments),
    /// Attack it, and measure what a quiet client notices
    Hostile(hostile::Arguments),
    /// Compare requests per second with nginx over files of the same bytes
    Http(http::Arguments),
    /// Measure what readers and logins notice of an import that replaces the catalog
    ImportReaders(import_readers::Arguments),
    /// Measure what several servers cost their PostgreSQL
    Scaling(scaling::Arguments),
    /// Measure what clients cost that wait for changes, and how soon they get them
    Waiters(waiters::Arguments),
}

fn main() -> ExitCode {
    let done = match Benchmark::parse() {
        Benchmark::Cluster(arguments) => cluster::run(&arguments),
        Benchmark::Copies(arguments) => copies::run(&arguments),
        Benchmark::Hostile(arguments) => hostile::run(&arguments),
        Benchmark::Http(arguments) => http::run(&arguments),
        Benchmark::ImportReaders(arguments) => import_readers::run(&arguments),
        Benchmark::Scaling(arguments) => scaling::run(&arguments),
        Benchmark::Waiters(arguments) => waiters::run(&arguments),
    };
    done.map_or_else(
        |problem| {
            eprintln!("load: {problem:#}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}
