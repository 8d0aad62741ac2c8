//! Comparisons of servers in this process, whose responses are changed on the way.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what helps a test fails it the same way as the test itself")]

mod catalogs;
mod comparison;
mod habits;
mod interfaces;
mod interrupted;
mod lists;
mod readable;
mod replays;
mod seeded;
mod site;
