//! `catalog-client compare` between two servers in this process that respond to v1.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

mod comparison;
mod habits;
mod readable;
mod resumed;
mod seeded;
mod site;
