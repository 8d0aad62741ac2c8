//! Users, named by their roles or states.

use super::NOW;
use crate::app::quick_hasher;
use crate::builders::new_account;
use catalog_domain::accounts::{AccountProfile, AccountStatus, NewAccount};
use catalog_domain::ports::{AccountStore, PasswordHasher};
use catalog_domain::pricing::{PriceLevel, Role};

/// The password of every user.
pub const PASSWORD: &str = "correct horse battery";

/// A user whose e-mail address is `<name>@shop.example`: the name, the role, the status, the price level, and whether
/// they may see configurators.
pub type TestUser<'a> = (&'a str, Role, AccountStatus, &'a str, bool);

/// The usual users, in the order of their ids, which begin with 1.
const USUAL: [TestUser<'_>; 7] = {
    use AccountStatus::{Active, Disabled, Pending};
    [
        ("admin", Role::Administrator, Active, "Розн", false),
        ("wholesaler", Role::User, Active, "Опт", false),
        ("retailer", Role::User, Active, "Розн", false),
        ("builder", Role::User, Active, "Опт", true),
        ("disabled", Role::User, Disabled, "Опт", false),
        ("pending", Role::User, Pending, "Опт", false),
        ("dealer", Role::User, Active, "Дилер", false),
    ]
};

/// Makes the usual users in an empty store, each of the name of their role and of one company.
pub fn add_usual_users(store: &dyn AccountStore) {
    add_users(store, &USUAL, |name, account| {
        account.profile.name = name.into();
        account.profile.company = "Shop Ltd".into();
        account.created_at = NOW;
    });
}

pub(super) fn add_plain_users(store: &dyn AccountStore) {
    add_users(store, &USUAL, |_, _| ());
}

/// Makes users with the password [`PASSWORD`], and what `finish` makes of each.
pub fn add_users(store: &dyn AccountStore, users: &[TestUser<'_>], finish: impl Fn(&str, &mut NewAccount)) {
    let password_hash = Some(quick_hasher().hash(PASSWORD).unwrap());
    for (name, role, status, price_level, configurator_access) in users.iter().copied() {
        let account = new_account(&format!("{name}@shop.example"));
        let price_level = PriceLevel::new(price_level);
        let profile = AccountProfile { role, status, price_level, configurator_access, ..account.profile };
        let mut account = NewAccount { profile, password_hash: password_hash.clone(), ..account };
        finish(name, &mut account);
        store.insert(&account).unwrap().unwrap();
    }
}
