//! v1's list of all products, hundreds of megabytes long and built while it is sent, read slowly by several connections
//! of one user.

use super::Attack;
use crate::hostile::engine::read_slowly;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 16;
const BYTES_PER_SECOND: u64 = 1_000_000;

pub(super) const ATTACK: Attack = Attack {
    name: "endless-items",
    about: "16 connections of one user: v1 items/from of all sections without a limit, read at 1 MB/s",
    least: Duration::ZERO,
    run: |scene| {
        let target = format!("/api/v1/get/items/from?id_list={}", scene.site.root_source_ids.join(","));
        let request = HttpRequest::get(&target, scene.token(0), &[]);
        read_slowly(scene, CONNECTIONS, BYTES_PER_SECOND, |_, _| request.clone())
    },
};
