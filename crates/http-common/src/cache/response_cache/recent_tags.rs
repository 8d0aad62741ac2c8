//! Tags that were noted a short while ago: what is requested again soon is worth caching, and the rest is not.

use crate::cache::conditional::EntityTag;
use std::sync::atomic::{AtomicU64, Ordering};

/// Slots. A tag is forgotten when another one gets its slot, on average after that number of others.
const SLOTS: usize = 1_024;

/// Some of the last tags, in 8 KiB.
pub(super) struct RecentTags([AtomicU64; SLOTS]);

impl Default for RecentTags {
    fn default() -> Self {
        Self([const { AtomicU64::new(0) }; SLOTS])
    }
}

impl RecentTags {
    /// Notes `tag`, and whether it was noted before and is not forgotten. It hardly ever takes another one for it.
    pub(super) fn note(&self, tag: EntityTag) -> bool {
        let number = tag.number();
        // Any digits of a digest are as good as any others. The remainder fits.
        let slot = (number % SLOTS as u64) as usize;
        self.0[slot].swap(number, Ordering::Relaxed) == number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_known_after_a_few_others_and_forgotten_after_many() {
        let tag = |number: usize| EntityTag::of_body(number.to_string());
        let known_after = |others: usize| {
            let known = (0..100).filter(|first| {
                let recent = RecentTags::default();
                (0..others).for_each(|other| _ = recent.note(tag(1_000 * first + 1 + other)));
                assert!(!recent.note(tag(1_000 * first)));
                (0..others).for_each(|other| _ = recent.note(tag(1_000_000 + 100_000 * first + other)));
                recent.note(tag(1_000 * first))
            });
            known.count()
        };
        assert_eq!(known_after(0), 100);
        assert!(known_after(SLOTS / 10) > 80);
        assert!(known_after(10 * SLOTS) < 5);
    }
}
