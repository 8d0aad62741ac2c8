//! By which of their columns accounts are listed.

use catalog_domain::accounts::Account;
use catalog_domain::values::AccountId;
use std::cmp::Ordering;

catalog_domain::named! {
    /// A column that accounts can be sorted by.
    #[derive(Default)]
    pub enum AccountColumn {
        /// The id: the order in which they were made.
        #[default]
        Id = "id",
        /// The address.
        Email = "email",
        /// The person's name.
        Name = "name",
        /// The company.
        Company = "company",
        /// The state.
        Status = "status",
        /// The role.
        Role = "role",
        /// The price level.
        PriceLevel = "level",
    }
}

/// The order of a list of accounts. Texts are compared without regard to case, equal ones by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AccountOrder {
    /// The column.
    pub column: AccountColumn,
    /// From the end.
    pub is_descending: bool,
}

impl AccountOrder {
    /// The order of that name, a column's with `-` before it where it is descending; `None` for any other text.
    pub fn from_name(name: &str) -> Option<Self> {
        let (is_descending, column) = name.strip_prefix('-').map_or((false, name), |column| (true, column));
        let column = AccountColumn::from_name(column)?;
        Some(Self { column, is_descending })
    }

    /// How accounts with these keys follow each other.
    pub(super) fn compare(self, one: &(String, AccountId), other: &(String, AccountId)) -> Ordering {
        if self.is_descending { other.cmp(one) } else { one.cmp(other) }
    }

    /// What an account is sorted by.
    pub(super) fn key(self, account: &Account) -> (String, AccountId) {
        let profile = &account.profile;
        let text = match self.column {
            AccountColumn::Id => "",
            AccountColumn::Email => &profile.email,
            AccountColumn::Name => &profile.name,
            AccountColumn::Company => &profile.company,
            AccountColumn::Status => profile.status.name(),
            AccountColumn::Role => profile.role.name(),
            AccountColumn::PriceLevel => profile.price_level.name(),
        };
        (text.to_lowercase(), account.id)
    }
}
