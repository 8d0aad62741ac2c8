//! Whose password check it is.

use super::waiting_checks::Groups;
use catalog_domain::accounts::{AttemptSource, login_key};
use std::hash::{BuildHasher, RandomState};

/// Whose password check it is: where it comes from, and for which login.
#[derive(Clone, PartialEq, Eq)]
pub struct CheckOrigin {
    source: AttemptSource,
    /// In the form in which logins are compared.
    login: String,
}

/// Turns origins into the groups that take turns. Its keys are random, so that nobody can choose logins that share a
/// group.
#[derive(Debug, Default)]
pub(super) struct Grouping(RandomState);

/// The groups that take turns at the widest level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    /// Logins that succeeded from their source before.
    Familiar,
    /// All others.
    Strangers,
}

impl CheckOrigin {
    /// A check for `login`, in any case.
    pub fn of_login(source: AttemptSource, login: &str) -> Self {
        Self { source, login: login_key(login) }
    }

    /// A new password for an invitation. Those of one source take one turn, whatever they show.
    pub(crate) fn of_invitation(source: AttemptSource) -> Self {
        Self { source, login: String::new() }
    }
}

impl Grouping {
    pub(super) fn id(&self, origin: &CheckOrigin) -> u64 {
        self.0.hash_one((origin.source, &origin.login))
    }

    /// The groups of a check. Unknown clients take turns by network, then by source, then by login. A familiar client
    /// has shown a right password, so that one account is one client, however many sources it uses.
    pub(super) fn groups(&self, origin: &CheckOrigin, is_familiar: bool) -> Groups {
        let CheckOrigin { source, login } = origin;
        let class = if is_familiar { Class::Familiar } else { Class::Strangers };
        let client = if is_familiar { self.0.hash_one((class, login)) } else { self.0.hash_one(source.network()) };
        [
            self.0.hash_one(class),
            client,
            self.0.hash_one((class, client, source)),
            self.0.hash_one((class, source, login)),
        ]
    }
}
