//! Rows of `accounts`.

use super::text::{optional_storable, storable};
use crate::failure::inconsistent;
use crate::schema::{AccountRow, accounts};
use catalog_domain::accounts::{
    Account, AccountProfile, AccountStatus, CallerAccount, NewAccount, PasswordHash, login_key,
};
use catalog_domain::ports::StoreError;
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::{AccountId, Language, Timestamp};
use diesel::prelude::*;

/// The stored value for an account without a password. It has the form of a hash, because servers of earlier versions
/// may run beside this one: they reject every password, as they should. No password has this hash.
pub(crate) const NO_PASSWORD: &str = "$2b$12$.....................................................";

impl TryFrom<AccountRow> for Account {
    type Error = StoreError;

    fn try_from(row: AccountRow) -> Result<Self, StoreError> {
        let role = role(row.id, &row.role)?;
        let status = status(row.id, &row.status)?;
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
                language: language(row.language.as_deref()),
            },
            password_hash: (row.password_hash != NO_PASSWORD).then(|| PasswordHash::new(row.password_hash)),
            token_generation: row.token_generation,
            registration_attempts: row.registration_attempts,
            password_requested_at: row.password_requested_at.map(Timestamp::from_unix_microseconds),
            invitation_expires_at: row.invitation_expires_at.map(Timestamp::from_unix_microseconds),
            created_at: Timestamp::from_unix_microseconds(row.created_at),
            updated_at: Timestamp::from_unix_microseconds(row.updated_at),
        })
    }
}

/// The part of an account that servers cache. The password itself is not read, only whether there is one.
#[derive(Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub(crate) struct CallerRow {
    id: i64,
    email: String,
    company: String,
    role: String,
    status: String,
    price_level: String,
    configurator_access: bool,
    #[diesel(select_expression = accounts::password_hash.ne(NO_PASSWORD))]
    #[diesel(select_expression_type = diesel::dsl::NotEq<accounts::password_hash, &'static str>)]
    has_password: bool,
    token_generation: i64,
    language: Option<String>,
}

/// The account without its keys.
impl TryFrom<CallerRow> for CallerAccount {
    type Error = StoreError;

    fn try_from(row: CallerRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: AccountId(row.id),
            role: role(row.id, &row.role)?,
            status: status(row.id, &row.status)?,
            email: row.email.into(),
            company: row.company.into(),
            price_level: PriceLevel::new(&row.price_level),
            configurator_access: row.configurator_access,
            language: language(row.language.as_deref()),
            has_password: row.has_password,
            token_generation: row.token_generation,
            keys: Box::default(),
        })
    }
}

fn role(id: i64, name: &str) -> Result<Role, StoreError> {
    Role::from_name(name).ok_or_else(|| inconsistent(format!("accounts.role of {id}"), "unknown"))
}

fn status(id: i64, name: &str) -> Result<AccountStatus, StoreError> {
    AccountStatus::from_name(name).ok_or_else(|| inconsistent(format!("accounts.status of {id}"), "unknown"))
}

/// A later version may know more languages: to this one none was chosen.
fn language(tag: Option<&str>) -> Option<Language> {
    tag.and_then(Language::from_tag)
}

/// An account to be inserted; the engine assigns the id, the transaction the revision.
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
    language: Option<&'static str>,
    token_generation: i64,
    created_at: i64,
    updated_at: i64,
    pub(crate) revision: i64,
}

impl<'a> TryFrom<&'a NewAccount> for NewAccountRow<'a> {
    type Error = StoreError;

    fn try_from(account: &'a NewAccount) -> Result<Self, StoreError> {
        let password_hash = account.password_hash.as_ref().map_or(NO_PASSWORD, PasswordHash::expose);
        let profile = &account.profile;
        let changes = ProfileChanges::new(profile, account.created_at)?;
        Ok(Self {
            login_key: login_key(&profile.email),
            email: storable(&profile.email, "the e-mail of an account")?,
            name: changes.name,
            company: changes.company,
            phone: changes.phone,
            comment: changes.comment,
            password_hash: storable(password_hash, "the password hash of an account")?,
            role: changes.role,
            status: changes.status,
            price_level: changes.price_level,
            configurator_access: changes.configurator_access,
            language: changes.language,
            token_generation: 0,
            created_at: changes.updated_at,
            updated_at: changes.updated_at,
            revision: 0,
        })
    }
}

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
    language: Option<&'static str>,
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
            language: profile.language.map(Language::tag),
            updated_at: at.unix_microseconds(),
        })
    }
}
