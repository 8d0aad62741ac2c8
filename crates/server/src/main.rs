//! The program `catalog`.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::main()
}
