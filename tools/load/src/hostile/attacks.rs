//! The attacks: of users, of strangers, on the portal.

mod portal_pages;
mod readers;
mod steady_readers;
mod strangers;

use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// The least time in which it shows an effect.
    pub(crate) least: Duration,
    /// Does it until the scene is over.
    pub(crate) run: fn(&Scene<'_>) -> Tally,
}

/// One that shows its effect at once.
const fn attack(name: &'static str, about: &'static str, run: fn(&Scene<'_>) -> Tally) -> Attack {
    Attack { name, about, least: Duration::ZERO, run }
}

/// All of them. Those that leave something in the store come last.
pub(crate) fn attacks() -> impl Iterator<Item = &'static Attack> {
    let groups: [&'static [Attack]; 9] = [
        &strangers::MANY_PARAMETERS,
        &[readers::LONG_LISTS],
        &readers::OF_SECTIONS,
        &[readers::UNREAD_TREES],
        &[steady_readers::ATTACK],
        &readers::SLOW,
        &readers::EXPENSIVE,
        &portal_pages::ATTACKS,
        &strangers::OF_LOGINS,
    ];
    groups.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_attack_has_a_name_of_its_own() {
        let names: BTreeSet<_> = attacks().map(|attack| attack.name).collect();
        assert_eq!(names.len(), attacks().count());
    }
}
