//! Fuzz targets, all in `tests/fuzz`: one file for each kind of text that the service reads from outside.
//!
//! A target takes a genuine text, edits it at random and states what must hold for whatever comes out. `cargo test`
//! makes a few thousand such texts; `PROPTEST_CASES` sets another number. Seeds are in `seeds/`.
