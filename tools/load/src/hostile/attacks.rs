//! The attacks, one file for each kind.

mod change_summaries;
mod deep_trees;
mod endless_items;
mod forgotten_passwords;
mod full_pages;
mod long_lists;
mod many_ids;
mod many_parameters;
mod portal_pages;
mod registrations;
mod searches;
mod slow_copies;
mod slow_heads;
mod steady_readers;
mod unread_trees;
mod wrong_logins;

use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Attack {
    /// Its name on the command line and in the table.
    pub(crate) name: &'static str,
    /// Its effect, in one line.
    pub(crate) about: &'static str,
    /// The least time in which it shows an effect.
    least: Duration,
    /// Does it until the scene is over.
    pub(crate) run: fn(&Scene<'_>) -> Tally,
}

impl Attack {
    /// How long it lasts when attacks are to last so long.
    pub(crate) fn time(&self, wanted: Duration) -> Duration {
        wanted.max(self.least)
    }
}

/// All of them. Those that leave something in the store come last.
pub(crate) fn attacks() -> impl Iterator<Item = &'static Attack> {
    OF_INTERFACES.iter().chain(&portal_pages::ATTACKS).chain(OF_LOGINS)
}

const OF_INTERFACES: &[Attack] = &[
    many_parameters::UNREAD,
    many_parameters::READ,
    long_lists::ATTACK,
    many_ids::SECTION_META,
    many_ids::VENDORS,
    deep_trees::ATTACK,
    unread_trees::ATTACK,
    steady_readers::ATTACK,
    slow_copies::ATTACK,
    endless_items::ATTACK,
    full_pages::ATTACK,
    searches::ATTACK,
    change_summaries::ATTACK,
];

const OF_LOGINS: &[Attack] =
    &[slow_heads::ATTACK, wrong_logins::ATTACK, forgotten_passwords::ATTACK, registrations::ATTACK];

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
