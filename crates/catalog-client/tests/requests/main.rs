//! The client against a scripted server on the loopback interface: tokens, retries, errors, pages, the sync protocol,
//! encryption, servers that mean harm.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

mod encryption;
mod exchange;
mod hostile;
mod not_older;
mod script;
mod sync;
mod verification;
