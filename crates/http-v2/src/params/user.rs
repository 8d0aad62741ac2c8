//! The parameters of the routes that manage users.

use catalog_domain::accounts::AccountStatus;
use catalog_domain::catalog::PageRequest;
use catalog_domain::ports::AccountFilter;
use catalog_domain::values::AccountId;
use http_common::params::{ParameterReader, Parameters};

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

/// A user, named by the path.
#[derive(Debug, Hash)]
pub(crate) struct UserPath {
    /// The user; `None` for an id that no user can have.
    pub(crate) user: Option<AccountId>,
}

impl Parameters for UserPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { user: reader.user_id() }
    }
}
