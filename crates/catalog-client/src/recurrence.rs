//! Notices lists and feeds that never end because they repeat themselves.

/// Notices in constant memory that a sequence goes round: it keeps one element of it, from ever later on, which a round
/// of any length meets again.
#[derive(Debug, Clone)]
pub struct Recurrence<T> {
    count: u64,
    /// The last one at a position that is a power of two.
    marked: Option<T>,
}

impl<T: PartialEq> Recurrence<T> {
    /// The sequence begins.
    pub const fn new() -> Self {
        Self { count: 0, marked: None }
    }

    /// Whether the next element is the marked one, so that the sequence repeats itself.
    pub fn repeats(&mut self, element: T) -> bool {
        let is_known = self.marked.as_ref() == Some(&element);
        self.count = self.count.saturating_add(1);
        if self.count.is_power_of_two() {
            self.marked = Some(element);
        }
        is_known
    }
}

impl<T: PartialEq> Default for Recurrence<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_of_any_length_is_noticed_and_nothing_else() {
        for (before, length) in [(0, 1), (0, 2), (3, 1), (5, 7), (100, 1_000)] {
            let mut recurrence = Recurrence::new();
            let sequence = (0..before).chain((0..4 * length + 2 * before).map(|at| before + at % length));
            let noticed = sequence.map(|element| recurrence.repeats(element)).position(|repeats| repeats);
            assert!(noticed.is_some_and(|at| at >= before + length), "{before} {length}: {noticed:?}");
        }
        let mut recurrence = Recurrence::new();
        assert!((0..10_000).all(|element| !recurrence.repeats(element)));
    }
}
