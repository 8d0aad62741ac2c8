//! Accounts (`docs/contract.md#account-routes`): logging in, requesting access, setting a password, and the decisions
//! of administrators.

mod change_user;
mod check_token;
mod describe_oauth;
mod exchange_key;
mod invite_user;
mod issue_administrator_token;
mod issue_token;
mod keys;
mod list_users;
mod register;
mod request_password;
mod set_password;
mod token_response;
mod user_keys;

pub(crate) use change_user::*;
pub(crate) use check_token::*;
pub(crate) use describe_oauth::*;
pub(crate) use exchange_key::*;
pub(crate) use invite_user::*;
pub(crate) use issue_administrator_token::*;
pub(crate) use issue_token::*;
pub(crate) use keys::*;
pub(crate) use list_users::*;
pub(crate) use register::*;
pub(crate) use request_password::*;
pub(crate) use set_password::*;
pub(crate) use user_keys::*;
