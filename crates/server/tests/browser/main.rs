//! The portal in a real browser, against the built binary.
//!
//! The tests need Chromium and its driver (Debian: `chromium`, `chromium-driver`). Without them they are skipped
//! loudly, and on a CI machine (`CI` set) fail.
//!
//! `axe.min.js` is axe-core 4.14.1 as npm has it, under the Mozilla Public License 2.0 (`axe.LICENSE`). Only these
//! tests use it.

#![expect(clippy::panic, clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

mod browser;
mod documentation;
mod driver;
mod journeys;
mod layout;
mod pages;
mod screenshots;
mod site;
mod web_driver;

/// The binary, run as the other tests run it.
#[allow(dead_code, unused_imports, reason = "these tests use a part of it")]
#[path = "../end_to_end"]
mod end_to_end {
    pub(crate) mod support;
}
