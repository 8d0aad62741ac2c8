//! Makes cargo embed the migrations anew when a file among them changes.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
