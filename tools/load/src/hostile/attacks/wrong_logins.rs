//! Wrong passwords from another source each time, so that no source's limit applies: what remains is the queue of
//! password checks.

use super::Attack;
use crate::hostile::engine::read;
use crate::hostile::site::{ATTACKERS, login_request, source};
use std::time::Duration;

const CONNECTIONS: usize = 64;

pub(super) const ATTACK: Attack = Attack {
    name: "wrong-logins",
    about: "64 connections without a token: wrong passwords of known and unknown logins, each from another source",
    least: Duration::ZERO,
    run: |scene| {
        read(scene, CONNECTIONS, |connection, number| {
            let turn = number * CONNECTIONS + connection;
            let unknown = format!("nobody-{turn}@hostile.example");
            let login = if turn.is_multiple_of(2) { ATTACKERS[0] } else { &unknown };
            login_request(login, "a wrong password", &source(turn))
        })
    },
};
