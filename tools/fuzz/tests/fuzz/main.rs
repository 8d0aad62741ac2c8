//! What must hold for any text from outside.

#![cfg(test)]

mod cursors;
mod edits;
mod filters;
mod links;
mod records;
mod requests;
mod service;
mod tokens;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestRunner};

/// Holds a property to `executions` random inputs, unless `PROPTEST_CASES` sets another number. An input for which it
/// fails is made as small as it can be.
fn fuzz<S: Strategy>(executions: u32, inputs: S, property: impl Fn(&S::Value)) {
    let set = Config { failure_persistence: None, ..Config::default() };
    let cases = std::env::var_os("PROPTEST_CASES").map_or(executions, |_| set.cases);
    let outcome = TestRunner::new(Config { cases, ..set }).run(&inputs, |input| {
        property(&input);
        Ok(())
    });
    assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
}
