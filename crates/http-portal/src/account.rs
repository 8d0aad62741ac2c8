//! Pages about the person who is signed in.

mod first_page;
mod keys;
mod overview;
mod password_change;
mod sign_out;

pub(crate) use keys::{KeyForm, key_refusal_text};

use crate::page::{NavItem, see_other};
use crate::resources::{action_at, form_at, page_at};
use actix_web::web::ServiceConfig;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(page_at("", overview::show))
        .service(page_at("/", || async { see_other(NavItem::Overview.path()) }))
        .service(form_at("/token", overview::leave, overview::issue_token))
        .service(form_at("/account", password_change::show, password_change::submit))
        .service(form_at("/keys", keys::show, keys::make))
        .service(action_at("/keys/{id}/revoke", keys::revoke))
        .service(action_at("/sign-out", sign_out::submit));
}
