//! Comparisons of servers in this process, whose responses are changed on the way.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

mod catalog;
mod comparison;
mod habits;
mod readable;
mod resumed;
mod seeded;
mod site;
