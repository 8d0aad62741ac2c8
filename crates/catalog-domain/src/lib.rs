//! The rules of the catalog as pure values and functions, and the port traits that adapters implement.
//!
//! Nothing here does I/O, awaits, serialises, or reads a clock: every rule is a function from values to values, so it
//! can be tested without a database and gives the same result over every store. What the rules are is written in
//! `docs/contract.md`.
//!
//! Where to look:
//! - what the catalog is made of: [`section`], [`product`], [`offer`], [`product_type`], [`filter`], [`configurator`];
//! - the rules: [`pricing`], [`section_tree`] (visibility), [`change`] (what a run of the import changed);
//! - the read model that serves every base request: [`catalog`], asked with a [`query`];
//! - what adapters provide: [`ports`].

pub mod account;
pub mod account_change;
pub mod account_rules;
pub mod attempts;
pub mod authentication;
pub mod catalog;
pub mod change;
pub mod configurator;
pub mod decimal_text;
pub mod features;
pub mod filter;
pub mod fingerprint;
pub mod identifiers;
pub mod invitation;
pub mod money;
pub mod name_order;
pub mod offer;
pub mod ports;
pub mod price_level;
pub mod pricing;
pub mod product;
pub mod product_parts;
pub mod product_type;
pub mod query;
pub mod resource;
pub mod section;
pub mod section_tree;
pub mod timestamp;
pub mod url_group;
pub mod vendor;
pub mod viewer;
pub mod visible_text;
