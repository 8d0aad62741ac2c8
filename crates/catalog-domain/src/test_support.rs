//! Builders for the unit tests of this crate: a test changes what it is about, `Section { is_active: false,
//! ..section(2, None) }`.

use crate::accounts::account::{Account, AccountProfile, AccountStatus};
use crate::ports::MockClock;
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::Role;
use crate::sections::section::Section;
use crate::sections::tree::SectionTrees;
use crate::values::identifiers::{AccountId, SectionId};
use crate::values::timestamp::Timestamp;
use crate::values::url_group::{PageUrl, StorefrontHost};
use std::sync::Arc;

pub(crate) const NOW: Timestamp = Timestamp::from_unix_microseconds(1_000_000);

/// A clock that shows [`NOW`].
pub(crate) fn clock() -> MockClock {
    let mut clock = MockClock::new();
    clock.expect_now().return_const(NOW);
    clock
}

/// The account 7 of an ordinary user without a password.
pub(crate) fn account(status: AccountStatus) -> Account {
    Account {
        id: AccountId(7),
        profile: AccountProfile {
            email: "buyer@shop.example".into(),
            name: "Buyer".into(),
            company: "Shop".into(),
            phone: None,
            comment: None,
            role: Role::User,
            status,
            price_level: PriceLevel::retail(),
            configurator_access: false,
            language: None,
        },
        password_hash: None,
        token_generation: 0,
        registration_attempts: 0,
        password_requested_at: None,
        invitation_expires_at: None,
        created_at: NOW,
        updated_at: NOW,
    }
}

/// A public section of `storefront.example` without filters.
pub(crate) fn section(id: i64, parent: Option<i64>) -> Section {
    Section {
        id: SectionId(id),
        source_id: None,
        parent: parent.map(SectionId),
        name: "section".into(),
        url: PageUrl::parse("https://storefront.example/").ok(),
        is_active: true,
        is_service: false,
        sort_order: 0,
        filter_index: None,
        filters: Vec::new(),
        synced_at: Timestamp::from_unix_microseconds(0),
    }
}

/// The trees of `storefront.example`.
pub(crate) fn trees(sections: impl IntoIterator<Item = Section>) -> SectionTrees {
    let sections: Vec<Arc<Section>> = sections.into_iter().map(Arc::new).collect();
    SectionTrees::build(&sections, &StorefrontHost::parse("storefront.example").unwrap())
}
