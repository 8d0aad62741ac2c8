//! Rows of `accounts`.

use super::text::{optional_storable, storable};
use crate::failure::inconsistent;
use crate::schema::accounts;
use catalog_domain::account::{Account, AccountProfile, AccountStatus, NewAccount, PasswordHash, login_key};
use catalog_domain::identifiers::AccountId;
use catalog_domain::ports::StoreError;
use catalog_domain::price_level::PriceLevel;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::viewer::Role;
use diesel::prelude::*;

/// An account as read. Has no `Debug`: it holds a password hash.
#[derive(Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub(crate) struct AccountRow {
    id: i64,
    email: String,
    name: String,
    company: String,
    phone: Option<String>,
    comment: Option<String>,
    password_hash: String,
    role: String,
    status: String,
    price_level: String,
    configurator_access: bool,
    token_generation: i64,
    created_at: i64,
    updated_at: i64,
}

impl TryFrom<AccountRow> for Account {
    type Error = StoreError;

    fn try_from(row: AccountRow) -> Result<Self, StoreError> {
        let place = |column: &str| format!("accounts.{column} of {}", row.id);
        let role = Role::from_name(&row.role).ok_or_else(|| inconsistent(place("role"), "unknown"))?;
        let status = AccountStatus::from_name(&row.status).ok_or_else(|| inconsistent(place("status"), "unknown"))?;
        Ok(Self {
            id: AccountId(row.id),
            profile: AccountProfile {
                email: row.email,
                name: row.name,
                company: row.company,
                phone: row.phone,
                comment: row.comment,
                role,
                status,
                price_level: PriceLevel::new(&row.price_level),
                configurator_access: row.configurator_access,
            },
            password_hash: PasswordHash::new(row.password_hash),
            token_generation: row.token_generation,
            created_at: Timestamp::from_unix_microseconds(row.created_at),
            updated_at: Timestamp::from_unix_microseconds(row.updated_at),
        })
    }
}

/// An account to be inserted; the engine gives the id.
#[derive(Insertable)]
#[diesel(table_name = accounts, treat_none_as_default_value = false)]
pub(crate) struct NewAccountRow<'a> {
    login_key: String,
    email: &'a str,
    name: &'a str,
    company: &'a str,
    phone: Option<&'a str>,
    comment: Option<&'a str>,
    password_hash: &'a str,
    role: &'a str,
    status: &'a str,
    price_level: &'a str,
    configurator_access: bool,
    token_generation: i64,
    created_at: i64,
    updated_at: i64,
}

impl<'a> TryFrom<&'a NewAccount> for NewAccountRow<'a> {
    type Error = StoreError;

    fn try_from(account: &'a NewAccount) -> Result<Self, StoreError> {
        let profile = &account.profile;
        let changes = ProfileChanges::new(profile, account.created_at)?;
        Ok(Self {
            login_key: login_key(&profile.email),
            email: storable(&profile.email, "the e-mail of an account")?,
            name: changes.name,
            company: changes.company,
            phone: changes.phone,
            comment: changes.comment,
            password_hash: storable(account.password_hash.expose(), "the password hash of an account")?,
            role: changes.role,
            status: changes.status,
            price_level: changes.price_level,
            configurator_access: changes.configurator_access,
            token_generation: 0,
            created_at: changes.updated_at,
            updated_at: changes.updated_at,
        })
    }
}

/// Everything that a change of the profile writes.
#[derive(AsChangeset)]
#[diesel(table_name = accounts, treat_none_as_null = true)]
pub(crate) struct ProfileChanges<'a> {
    name: &'a str,
    company: &'a str,
    phone: Option<&'a str>,
    comment: Option<&'a str>,
    role: &'a str,
    status: &'a str,
    price_level: &'a str,
    configurator_access: bool,
    updated_at: i64,
}

impl<'a> ProfileChanges<'a> {
    pub(crate) fn new(profile: &'a AccountProfile, at: Timestamp) -> Result<Self, StoreError> {
        Ok(Self {
            name: storable(&profile.name, "the name of an account")?,
            company: storable(&profile.company, "the company of an account")?,
            phone: optional_storable(profile.phone.as_deref(), "the phone of an account")?,
            comment: optional_storable(profile.comment.as_deref(), "the comment of an account")?,
            role: profile.role.name(),
            status: profile.status.name(),
            price_level: storable(profile.price_level.name(), "the price level of an account")?,
            configurator_access: profile.configurator_access,
            updated_at: at.unix_microseconds(),
        })
    }
}
