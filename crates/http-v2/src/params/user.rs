//! How paths name users.

use catalog_domain::values::AccountId;
use http_common::params::{ParameterReader, Parameters};

/// The position of `:id` in `/auth/admin/users/:id`.
const USER_SEGMENT: usize = 4;

#[derive(Debug, Hash)]
pub(crate) struct UserPath {
    /// The user; `None` for an id that no user can have.
    pub(crate) user: Option<AccountId>,
}

impl Parameters for UserPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { user: reader.path_id(USER_SEGMENT, AccountId::parse_any) }
    }
}
