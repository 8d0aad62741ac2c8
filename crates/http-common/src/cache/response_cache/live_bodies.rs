//! Bodies that are being sent: concurrent requests for the same one share it, even when it is too large to be cached.

use super::EncodedBody;
use crate::cache::conditional::EntityTag;
use crate::response::compression::Coding;
use catalog_app::runtime::{TrackedBody, WeakBody};
use parking_lot::Mutex;
use std::collections::HashMap;

/// Finds bodies that are still referenced.
#[derive(Debug, Default)]
pub(super) struct LiveBodies(Mutex<Bodies>);

#[derive(Debug)]
struct LiveBody {
    body: WeakBody,
    total: Option<u64>,
}

#[derive(Debug, Default)]
struct Bodies {
    by_tag: HashMap<(EntityTag, Option<Coding>), LiveBody>,
    /// The number of entries at which the unreferenced ones are removed.
    sweep_at: usize,
}

/// Fewer entries are not worth a sweep.
const FEWEST_SWEPT: usize = 64;

impl LiveBodies {
    /// The body under `tag` in a coding, if it is still referenced.
    pub(super) fn find(&self, tag: EntityTag, coding: Option<Coding>) -> Option<EncodedBody> {
        let bodies = self.0.lock();
        let LiveBody { body, total } = bodies.by_tag.get(&(tag, coding))?;
        Some(EncodedBody { bytes: body.upgrade()?, coding, total: *total })
    }

    /// Registers a body, unless it is too small to matter, with the total of its list.
    pub(super) fn note(&self, tag: EntityTag, coding: Option<Coding>, body: &TrackedBody, total: Option<u64>) {
        let Some(body) = body.downgrade() else { return };
        let mut bodies = self.0.lock();
        if bodies.by_tag.len() >= bodies.sweep_at {
            bodies.by_tag.retain(|_, live| !live.body.is_gone());
            bodies.sweep_at = FEWEST_SWEPT.max(2 * bodies.by_tag.len());
        }
        bodies.by_tag.insert((tag, coding), LiveBody { body, total });
    }
}
