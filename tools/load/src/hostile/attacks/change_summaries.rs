//! The summary of all changes of a large section, since another moment each time.

use super::Attack;
use crate::hostile::engine::read;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 64;

pub(super) const ATTACK: Attack = Attack {
    name: "change-summaries",
    about: "64 connections of one user: the change summary of a root section over everything, since another moment each time",
    least: Duration::ZERO,
    run: |scene| {
        let (section, _) = &scene.site.largest_section;
        read(scene, CONNECTIONS, |connection, number| {
            let microseconds = (number * CONNECTIONS + connection) % 1_000_000;
            let since = format!("{}T00:00:00.{microseconds:06}Z", scene.site.day);
            let path = format!("/api/v2/catalog/sections/{section}/product-changes/summary");
            HttpRequest::get(&format!("{path}?since={since}"), scene.token(0), &[])
        })
    },
};
