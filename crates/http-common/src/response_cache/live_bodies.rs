//! Bodies that clients are taking: who asks for the same one meanwhile shares it, also when it is too large to be kept.

use crate::compression::Coding;
use crate::conditional::EntityTag;
use crate::work::{HeldBody, WeakBody};
use actix_web::web::Bytes;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Finds bodies that somebody holds.
#[derive(Debug, Default)]
pub(super) struct LiveBodies(Mutex<Bodies>);

#[derive(Debug, Default)]
struct Bodies {
    by_tag: HashMap<(EntityTag, Option<Coding>), WeakBody>,
    /// At so many entries those that nobody holds are taken out.
    sweep_at: usize,
}

/// Fewer entries are not worth a look.
const FEWEST_SWEPT: usize = 64;

impl LiveBodies {
    /// The body under `tag` in a coding, if somebody holds it.
    pub(super) fn find(&self, tag: EntityTag, coding: Option<Coding>) -> Option<Bytes> {
        self.bodies().by_tag.get(&(tag, coding))?.upgrade()
    }

    /// Notes that there is a body, unless it is too small to matter.
    pub(super) fn note(&self, tag: EntityTag, coding: Option<Coding>, body: &HeldBody) {
        let Some(body) = body.downgrade() else { return };
        let mut bodies = self.bodies();
        if bodies.by_tag.len() >= bodies.sweep_at {
            bodies.by_tag.retain(|_, body| !body.is_gone());
            bodies.sweep_at = FEWEST_SWEPT.max(2 * bodies.by_tag.len());
        }
        bodies.by_tag.insert((tag, coding), body);
    }

    fn bodies(&self) -> MutexGuard<'_, Bodies> {
        // Nothing is left half done where this lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
