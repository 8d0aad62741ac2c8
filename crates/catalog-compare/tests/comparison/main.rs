//! Comparisons with a stand-in for the old system, whose catalog and responses share no code with the service.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what helps a test fails it the same way as the test itself")]

mod comparison;
mod differences;
mod interrupted;
mod model;
mod old_habits;
mod readable;
mod replays;
mod responses;
mod seeded;
mod service;
mod shapes;
mod stand_in;
