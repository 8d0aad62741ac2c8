//! Accounts (`docs/contract.md#account-routes`): logging in, requesting access, setting a password, and the decisions
//! of administrators.

mod change_user;
mod check_token;
mod delete_key;
mod delete_user_key;
mod describe_oauth;
mod erase_user;
mod exchange_key;
mod invite_user;
mod issue_administrator_token;
mod issue_token;
mod list_keys;
mod list_user_keys;
mod list_users;
mod make_key;
mod register;
mod request_password;
mod set_password;
mod token_response;

use crate::endpoint::Endpoint;
use describe_oauth::describe_oauth;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        issue_token::endpoint(),
        check_token::endpoint(),
        register::endpoint(),
        issue_administrator_token::endpoint(),
        list_users::endpoint(),
        set_password::endpoint(),
        request_password::endpoint(),
        exchange_key::endpoint(),
        Endpoint::undocumented("/.well-known/oauth-authorization-server", describe_oauth).unstored(),
        change_user::endpoint(),
        erase_user::endpoint(),
        invite_user::endpoint(),
        list_keys::endpoint(),
        make_key::endpoint(),
        delete_key::endpoint(),
        list_user_keys::endpoint(),
        delete_user_key::endpoint(),
    ]
}
