//! Thousands of connections that begin a request and never end it.

use super::Attack;
use crate::hostile::engine::trickle;
use std::time::Duration;

const CONNECTIONS: usize = 4_000;

pub(super) const ATTACK: Attack = Attack {
    name: "slow-heads",
    about: "4,000 connections: a request's head that grows by a byte a second and never ends",
    least: Duration::ZERO,
    run: |scene| trickle(scene, CONNECTIONS),
};
