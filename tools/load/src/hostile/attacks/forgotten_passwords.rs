//! Requests for a new password, of known and unknown addresses, each from another source.

use super::Attack;
use crate::hostile::engine::read;
use crate::hostile::site::{ATTACKERS, source};
use catalog_testkit::process::HttpRequest;
use serde_json::json;
use std::time::Duration;

const CONNECTIONS: usize = 32;

pub(super) const ATTACK: Attack = Attack {
    name: "forgotten-passwords",
    about: "32 connections without a token: requests for a new password, each from another source",
    least: Duration::ZERO,
    run: |scene| {
        read(scene, CONNECTIONS, |connection, number| {
            let turn = number * CONNECTIONS + connection;
            let unknown = format!("nobody-{turn}@hostile.example");
            let email = if turn.is_multiple_of(2) { ATTACKERS[turn / 2 % ATTACKERS.len()] } else { &unknown };
            let body = json!({ "email": email }).to_string();
            HttpRequest::post("/auth/password/forgotten", &[("X-Forwarded-For", &source(turn))], &body)
        })
    },
};
