//! The rules of the catalog as pure values and functions, and the port traits that adapters implement.
//!
//! Nothing here does I/O, awaits, serialises, or reads a clock: every rule is a function from values to values, so it
//! can be tested without a database and gives the same result over every store. What the rules are is written in
//! `docs/contract.md`.
//!
//! Where to look:
//! - what the catalog is made of: [`products`], [`sections`], and the plain [`values`] in them;
//! - the rules: [`pricing`], [`sections`] (visibility), [`search`], [`change`] (what a run of the import changed),
//!   [`accounts`];
//! - what is asked of a catalog, and of what: [`catalog`]; every answer as a reader of the contract computes it:
//!   [`naive`]; why something is or is not in it: [`explain`];
//! - imports that are sent over HTTP: [`imports`];
//! - what adapters provide: [`ports`].

pub mod accounts;
pub mod catalog;
pub mod change;
pub mod explain;
pub mod imports;
pub mod naive;
mod named;
pub mod ports;
pub mod pricing;
pub mod products;
pub mod search;
pub mod sections;
pub mod values;

#[cfg(test)]
mod test_support;
