//! `bench`: measures a catalog server that it starts itself, as integrators and neighbours of a busy client see it.
//!
//! It knows the server by its public interface only. `http` compares it with nginx, `import_readers` and `logins`
//! measure what those who read notice of others, `waiters` what waiting for changes costs, `scaling` what several
//! servers cost their store. `docs/performance.md` describes the method and has the figures.

mod http;
mod import_readers;
mod logins;
mod nginx;
mod scaling;
mod waiters;

use clap::{Args, Parser};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measure a catalog server on this machine
#[derive(Parser)]
#[command(name = "bench", version)]
enum Benchmark {
    /// Compare requests per second with nginx over files of the same bytes
    Http(http::Arguments),
    /// Measure what readers and logins notice of an import that replaces the catalog
    ImportReaders(import_readers::Arguments),
    /// Measure what readers notice of logins, and whether a refusal reveals that a login exists
    Logins(Place),
    /// Measure what several servers cost their PostgreSQL, and what clients notice when it is lost
    Scaling(scaling::Arguments),
    /// Measure what clients cost that wait for changes, and how soon they get them
    Waiters(waiters::Arguments),
}

// Where a benchmark works, and with what. A doc comment would become the description of every command.
#[derive(Args)]
struct Place {
    /// The server's program; an older one, to compare
    #[arg(long, value_name = "FILE", default_value = "target/release/catalog")]
    binary: PathBuf,
    /// The folder for stores, logs and results
    #[arg(long, value_name = "FOLDER", default_value = "target/bench")]
    folder: PathBuf,
}

fn main() -> ExitCode {
    let done = match Benchmark::parse() {
        Benchmark::Http(arguments) => http::run(&arguments),
        Benchmark::ImportReaders(arguments) => import_readers::run(&arguments),
        Benchmark::Logins(place) => logins::run(&place),
        Benchmark::Scaling(arguments) => scaling::run(&arguments),
        Benchmark::Waiters(arguments) => waiters::run(&arguments),
    };
    done.map_or_else(
        |problem| {
            eprintln!("bench: {problem:#}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}
