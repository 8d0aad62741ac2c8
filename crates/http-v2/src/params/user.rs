//! The parameters of the routes that manage users.

use catalog_domain::accounts::AccountStatus;
use catalog_domain::catalog::PageRequest;
use catalog_domain::ports::AccountFilter;
use catalog_domain::values::{AccountId, AccountIdError};
use http_common::params::{ParameterReader, Parameters};

/// The position of `:id` in `/auth/admin/users/:id`.
const USER_SEGMENT: usize = 4;

#[derive(Debug, Hash)]
pub(crate) struct ListUsers {
    pub(crate) filter: AccountFilter,
    pub(crate) page: PageRequest,
}

impl Parameters for ListUsers {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let status = reader.parsed("status", |text| {
            AccountStatus::from_name(text).ok_or_else(|| "must be pending, active or disabled".into())
        });
        let filter = AccountFilter { status, password_requested: reader.flag("passwordRequested") };
        Self { filter, page: reader.page() }
    }
}

#[derive(Debug, Hash)]
pub(crate) struct UserPath {
    /// The user; `None` for an id that no user can have.
    pub(crate) user: Option<AccountId>,
}

impl Parameters for UserPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let user = reader.path_id(USER_SEGMENT, |text| match AccountId::parse(text) {
            Err(AccountIdError::OutOfRange) => Ok(None),
            parsed => parsed.map(Some),
        });
        Self { user }
    }
}
