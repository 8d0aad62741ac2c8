//! Values as text, as all interfaces, commands and mails have them.

pub mod digits;
mod iso_time;

pub use iso_time::{IsoTime, iso_time, read_iso_time};
