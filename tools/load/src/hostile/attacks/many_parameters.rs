//! A request without a token and with 32,000 parameters that do not exist, each of which is a problem to be reported.
//!
//! One connection after the other reads the response, or 500 connections leave it unread.

use super::Attack;
use crate::hostile::engine::{hold, read};
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

/// How many parameters fit into a target of 64 KiB.
const PARAMETERS: usize = 32_000;
const UNREAD_CONNECTIONS: usize = 500;
const READING_CONNECTIONS: usize = 32;

pub(super) const UNREAD: Attack = Attack {
    name: "many-parameters-unread",
    about: "500 connections: POST /auth/token?a&a&... without a token, responses not read",
    least: Duration::ZERO,
    run: leave_unread,
};

pub(super) const READ: Attack = Attack {
    name: "many-parameters",
    about: "32 connections: POST /auth/token?a&a&... without a token, one after the other",
    least: Duration::ZERO,
    run: read_all,
};

fn leave_unread(scene: &Scene<'_>) -> Tally {
    let request = request();
    hold(scene, UNREAD_CONNECTIONS, |_, _| request.clone())
}

fn read_all(scene: &Scene<'_>) -> Tally {
    let request = request();
    read(scene, READING_CONNECTIONS, |_, _| request.clone())
}

fn request() -> HttpRequest {
    let query = vec!["a"; PARAMETERS].join("&");
    HttpRequest::post(&format!("/auth/token?{query}"), &[], "{}")
}
