//! The `catalog` command.
fn main() {}
