//! Imports into stores: what is read, what a run changes, what it reports, and how it is undone.

#![cfg(test)]

mod diagnostics;
mod documentation;
mod exports;
mod generated;
mod lines;
mod offer_tables;
mod properties;
mod resources;
mod runs;
mod schema;
mod support;
mod undo;
