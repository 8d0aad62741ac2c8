//! The parameters of the routes that manage keys.

use super::UserPath;
use catalog_domain::accounts::KeyId;
use catalog_domain::values::AccountId;
use http_common::params::{ParameterReader, Parameters};
use std::convert::Infallible;

/// The position of `:id` in `/auth/keys/:id`.
const KEY_SEGMENT: usize = 3;

const KEY_OF_USER_SEGMENT: usize = 6;

#[derive(Debug, Hash)]
pub(crate) struct KeyPath {
    /// The key; `None` for an id that no key can have.
    pub(crate) key: Option<KeyId>,
}

impl Parameters for KeyPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { key: key(reader, KEY_SEGMENT) }
    }
}

#[derive(Debug, Hash)]
pub(crate) struct UserKeyPath {
    /// The user; `None` for an id that no user can have.
    pub(crate) user: Option<AccountId>,
    /// The key; `None` for an id that no key can have.
    pub(crate) key: Option<KeyId>,
}

impl Parameters for UserKeyPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let UserPath { user } = UserPath::read(reader);
        Self { user, key: key(reader, KEY_OF_USER_SEGMENT) }
    }
}

fn key(reader: &mut ParameterReader<'_>, segment: usize) -> Option<KeyId> {
    reader.path_id(segment, |text| Ok::<_, Infallible>(KeyId::parse(text)))
}
