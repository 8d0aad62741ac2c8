//! Values by source, in bounded memory.

use catalog_domain::accounts::AttemptSource;
use catalog_domain::values::Timestamp;
use std::collections::HashMap;

/// Values by source in two generations. Used values move to the current one; when that is full or has expired, it
/// becomes the previous one, and the previous one is dropped. So a value lives at least a generation after its last
/// use, unless there are too many sources: then the least recently used ones go first.
#[derive(Debug)]
pub(super) struct RecentSources<V> {
    current: HashMap<AttemptSource, V>,
    previous: HashMap<AttemptSource, V>,
    current_since: Timestamp,
    capacity_of_generation: usize,
    generation_seconds: i64,
}

impl<V: Default> RecentSources<V> {
    /// Capacity for `capacity` sources, at least two; generations that last at least so long.
    pub(super) fn new(capacity: usize, generation_seconds: i64) -> Self {
        Self {
            current: HashMap::new(),
            previous: HashMap::new(),
            current_since: Timestamp::from_unix_microseconds(i64::MIN),
            capacity_of_generation: (capacity / 2).max(1),
            generation_seconds,
        }
    }

    /// The value of `source`; a new one when there is none.
    pub(super) fn value_of(&mut self, source: AttemptSource, now: Timestamp) -> &mut V {
        let is_full = self.current.len() >= self.capacity_of_generation && !self.current.contains_key(&source);
        // A generation that began in the future began before a clock was set back.
        let is_over = now < self.current_since || now >= self.current_since.plus_seconds(self.generation_seconds);
        let known = if is_full || is_over {
            // It may be in either: the one that is dropped was used just now.
            let known = self.current.remove(&source).or_else(|| self.previous.remove(&source));
            self.previous = std::mem::take(&mut self.current);
            self.current_since = now;
            known
        } else {
            self.previous.remove(&source)
        };
        self.current.entry(source).or_insert_with(|| known.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const START: Timestamp = Timestamp::from_unix_microseconds(1_000_000_000_000_000);

    fn count(sources: &mut RecentSources<u32>, number: u32, seconds: i64) -> u32 {
        let count =
            sources.value_of(AttemptSource::of(Ipv4Addr::from_bits(number).into()), START.plus_seconds(seconds));
        *count += 1;
        *count
    }

    #[test]
    fn memory_is_bounded_and_the_least_recently_used_values_are_evicted_first() {
        let mut sources = RecentSources::new(10, 120);
        for number in 0..1_000 {
            assert_eq!(count(&mut sources, number, 0), 1, "{number}");
            assert!(sources.current.len() + sources.previous.len() <= 10);
            assert_eq!(count(&mut sources, 7_777, 0), number + 1, "a repeated source is cached");
        }
        assert_eq!(count(&mut sources, 999, 0), 2, "so is the newest");
        assert_eq!(count(&mut sources, 997, 0), 2, "and the third newest");
        assert_eq!(count(&mut sources, 989, 0), 1, "older ones are forgotten");
    }

    #[test]
    fn a_value_lives_for_a_generation_after_its_last_use_and_not_much_longer() {
        let mut sources = RecentSources::new(1_000, 120);
        for (case, number, seconds, expected) in [
            ("new", 1, 0, 1),
            ("the end of the first generation", 1, 119, 2),
            ("from the old generation", 1, 238, 3),
            ("another one, much later", 2, 1_000, 1),
            ("and later still", 2, 1_120, 2),
            ("unused for two generations", 1, 1_121, 1),
            ("the clock was set back", 1, -5_000, 2),
        ] {
            assert_eq!(count(&mut sources, number, seconds), expected, "{case}");
        }
        assert_eq!((sources.current.len(), sources.previous.len()), (1, 1));
    }
}
