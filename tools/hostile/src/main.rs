//! `hostile`: attacks a catalog server that it starts itself, and measures the effect on one quiet client.
//!
//! It uses the server by its public interface only: the command line of the `catalog` binary, and HTTP on 127.0.0.1.
//! `store` makes a catalog once, a server runs over a copy of it, `reader` is the quiet client, `attacks` has one file
//! for each attack, built from the few ways to misbehave in `engine`. `measure` runs one attack beside the reader;
//! `report` evaluates and prints the results. Everything is bounded in number and time, and ends with this process.

mod arguments;
mod attacks;
mod engine;
mod measure;
mod reader;
mod report;
mod run;
mod site;
mod store;
mod tally;

use arguments::Arguments;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run::run(&arguments) {
        Ok(missed) if missed > 0 && arguments.check => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hostile: {error:#}");
            ExitCode::FAILURE
        }
    }
}
