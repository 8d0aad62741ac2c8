//! What many share: a total amount, of which each has at most a part.

use super::background::BackgroundError;
use std::collections::HashMap;
use std::hash::Hash;

/// The amounts that are in use. It only counts: its owner locks it, and waits or refuses.
#[derive(Debug)]
pub(crate) struct Shares<K> {
    limit: u64,
    /// The most of one.
    share: u64,
    total: u64,
    /// By whose they are, of those who have some.
    own: HashMap<K, u64>,
}

/// Why an amount cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// All have the total.
    Full,
    /// One has its share.
    OverQuota,
}

impl<K: Copy + Eq + Hash> Shares<K> {
    pub(crate) fn new(limit: u64, share: u64) -> Self {
        Self { limit, share, total: 0, own: HashMap::new() }
    }

    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// What all have.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn own(&self, key: K) -> u64 {
        self.own.get(&key).copied().unwrap_or(0)
    }

    /// Whether `key` has less than its share.
    pub(crate) fn is_within_share(&self, key: K) -> bool {
        self.own(key) < self.share
    }

    /// Gives `key` one more.
    ///
    /// # Errors
    /// Those of [`Self::change`].
    pub(crate) fn take(&mut self, key: K) -> Result<(), Refusal> {
        self.change(key, 0, 1)
    }

    /// Takes one back from `key`.
    pub(crate) fn release(&mut self, key: K) {
        self.set(key, 1, 0);
    }

    /// Gives `key` an amount in place of the one `before`, if it fits. One that is larger than a limit fits when there
    /// is no other.
    ///
    /// # Errors
    /// [`Refusal`]; that of the share is reported first.
    pub(crate) fn change(&mut self, key: K, before: u64, amount: u64) -> Result<(), Refusal> {
        let fits = |present: u64, limit: u64| {
            let others = present - before;
            amount <= before || others == 0 || others.saturating_add(amount) <= limit
        };
        if !fits(self.own(key), self.share) {
            return Err(Refusal::OverQuota);
        }
        if !fits(self.total, self.limit) {
            return Err(Refusal::Full);
        }
        self.set(key, before, amount);
        Ok(())
    }

    /// Gives `key` an amount in place of the one `before`, whether or not it fits.
    pub(crate) fn set(&mut self, key: K, before: u64, amount: u64) {
        self.total = self.total - before + amount;
        self.charge(key, before, amount);
    }

    /// Does the same in the share of `key`, and not in the total.
    pub(crate) fn charge(&mut self, key: K, before: u64, amount: u64) {
        match self.own(key) - before + amount {
            0 => self.own.remove(&key),
            own => self.own.insert(key, own),
        };
    }
}

impl From<Refusal> for BackgroundError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Full => Self::Full,
            Refusal::OverQuota => Self::OverQuota,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIMIT: u64 = 10;
    const SHARE: u64 = 4;

    proptest! {
        /// Amounts come, change and go; what is in use is compared with a list of them.
        #[test]
        fn all_have_at_most_the_total_and_each_its_share_unless_one_amount_is_alone(
            steps in prop::collection::vec((0..3_u8, 0..14_u64, any::<prop::sample::Index>()), 1..60)
        ) {
            let mut shares = Shares::new(LIMIT, SHARE);
            let mut amounts: Vec<(u8, u64)> = Vec::new();
            for (key, amount, at) in steps {
                let before = if amounts.is_empty() { (key, 0) } else { amounts.remove(at.index(amounts.len())) };
                let (changed, before) = if amount % 2 == 0 { before } else { amounts.push(before); (key, 0) };
                let sum = |of: &dyn Fn(u8) -> bool| amounts.iter().filter(|each| of(each.0)).map(|each| each.1).sum::<u64>();
                let (own, all) = (sum(&|each| each == changed), sum(&|_| true));
                let fits = |others: u64, limit: u64| amount <= before || others == 0 || others + amount <= limit;
                let expected = match (fits(own, SHARE), fits(all, LIMIT)) {
                    (false, _) => Err(Refusal::OverQuota),
                    (true, false) => Err(Refusal::Full),
                    (true, true) => Ok(()),
                };
                prop_assert_eq!(shares.change(changed, before, amount), expected);
                amounts.push((changed, if expected.is_ok() { amount } else { before }));
                amounts.retain(|each| each.1 > 0);
                prop_assert_eq!(shares.total(), amounts.iter().map(|each| each.1).sum::<u64>());
                for key in 0..3 {
                    let own = amounts.iter().filter(|each| each.0 == key).map(|each| each.1).sum::<u64>();
                    prop_assert_eq!((shares.own(key), shares.own.contains_key(&key)), (own, own > 0));
                }
            }
        }
    }
}
