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

use std::panic::AssertUnwindSafe;

/// Runs a property of an input on `$executions` random ones, unless `BOLERO_RANDOM_ITERATIONS` sets another number.
///
/// A macro, since bolero looks for stored inputs beside the file and function that call it.
macro_rules! fuzz {
    ($executions:expr, $property:expr) => {{
        let property = $crate::unwind_safe($property);
        bolero::check!().with_iterations($executions).with_type().for_each(|input| property(input));
    }};
}
pub(crate) use fuzz;

/// A failed property ends its test, so nobody sees what it left behind.
fn unwind_safe<T, F: Fn(&T)>(property: F) -> AssertUnwindSafe<F> {
    AssertUnwindSafe(property)
}
