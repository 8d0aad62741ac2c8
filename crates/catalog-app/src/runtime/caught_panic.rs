//! Panics of libraries that panic where they should fail: they are errors here, and no defect in the log.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs work that may panic. What it was working on is not to be used afterwards.
///
/// # Errors
/// The message of its panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    IS_CAUGHT.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(false);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        text.unwrap_or("a panic without a message").to_owned()
    })
}

/// Whether a panic of this thread is caught as an error now.
pub fn is_panic_caught() -> bool {
    IS_CAUGHT.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caught_panic_is_its_message() {
        assert_eq!(catch_panic(|| 7), Ok(7));
        let caught = catch_panic(|| {
            assert!(is_panic_caught());
            panic!("no {}", "space")
        });
        assert_eq!(caught, Err::<(), _>("no space".to_owned()));
        assert!(!is_panic_caught());
    }
}
