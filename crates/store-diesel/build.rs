//! Makes cargo embed the migrations again when a file among them changes.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
