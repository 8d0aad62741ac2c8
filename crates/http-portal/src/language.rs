//! `POST /portal/language`: the switch of languages, on every page. The choice is kept in the browser, and with the
//! account of somebody who is signed in.

use crate::cookies::language_cookie;
use crate::form::SwitchForm;
use crate::page::{PageResult, see_other_with};
use crate::portal_error::PortalError;
use crate::public::page_after;
use crate::resources::action_at;
use actix_web::HttpRequest;
use actix_web::web::ServiceConfig;
use catalog_domain::values::Language;
use serde::Deserialize;

#[derive(Deserialize)]
struct LanguageChoice {
    language: String,
    /// The page to go back to.
    #[serde(default)]
    next: String,
}

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(action_at("/language", switch));
}

async fn switch(request: HttpRequest, form: SwitchForm<LanguageChoice>) -> PageResult {
    let LanguageChoice { language, next } = form.fields;
    let language = Language::from_tag(&language).ok_or(PortalError::bad_request("error-unknown-language"))?;
    if let Some(signed_in) = form.signed_in {
        signed_in.app().accounts.choose_language(signed_in.account.id, language).await?;
    }
    see_other_with(if next == "/" { "/" } else { page_after(&next) }, &language_cookie(language, &request))
}
