//! `/portal/keys`: the person's keys, for programs: made, shown once, revoked.

use crate::field::Field;
use crate::filters;
use crate::form::{NoFields, PortalForm};
use crate::key_table::{ShownApiKey, revoke_key, shown_keys};
use crate::page::{Layout, NavItem, see_other};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use catalog_app::accounts::AuditActor;
use catalog_domain::accounts::{
    ApiKeyRefusal, ApiKeyRequest, ApiKeyRight, ApiKeyText, DEFAULT_KEY_DAYS, MAXIMUM_KEY_DAYS, check_key_name,
};
use http_common::HttpState;
use localization::Message;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "account/keys.html")]
struct KeysPage {
    layout: Layout,
    form_token: String,
    /// The new key, which is shown this once.
    made: Option<ApiKeyText>,
    /// Why no key was made.
    refusal: Option<&'static str>,
    fields: Vec<Field>,
    rights: Vec<ApiKeyRight>,
    keys: Vec<ShownApiKey>,
    keys_at: &'static str,
}

#[derive(Deserialize)]
pub(super) struct NewKeyForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    right: String,
    #[serde(default)]
    days: String,
}

pub(super) async fn show(signed_in: SignedIn, state: Data<HttpState>) -> Result<HttpResponse, PortalError> {
    let page = keys_page(&signed_in, &state, key_fields("", &DEFAULT_KEY_DAYS.to_string())).await?;
    Ok(signed_in.page_with(StatusCode::OK, &page))
}

/// Makes a key and shows it. It is nowhere else, so it is gone when the page is.
pub(super) async fn make(
    signed_in: SignedIn,
    form: PortalForm<NewKeyForm>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let NewKeyForm { name, right, days } = form.0;
    let [name_field, days_field] = key_fields(&name, &days);
    let name_field = name_field.checked(check_key_name(&name));
    let read = read_key_days(&days);
    let days_field = days_field.checked(read.clone().map(drop));
    let refused = [name_field, days_field];
    let (Ok(days), true) = (read, refused.iter().all(|field| field.error.is_none())) else {
        let page = keys_page(&signed_in, &state, refused).await?;
        return Ok(signed_in.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page));
    };
    let right = ApiKeyRight::of_interface(&right).unwrap_or(ApiKeyRight::Read);
    let asked = ApiKeyRequest { name, right, days, address: None };
    match state.app.accounts.make_key(&signed_in.account, asked).await? {
        Ok((_, text)) => {
            let fields = key_fields("", &DEFAULT_KEY_DAYS.to_string());
            let page = KeysPage { made: Some(text), ..keys_page(&signed_in, &state, fields).await? };
            Ok(signed_in.page_with(StatusCode::OK, &page))
        }
        Err(refusal) => {
            let page =
                KeysPage { refusal: Some(key_refusal_text(refusal)), ..keys_page(&signed_in, &state, refused).await? };
            Ok(signed_in.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}

pub(super) async fn revoke(
    signed_in: SignedIn,
    id: Path<String>,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let owner = signed_in.account.id;
    revoke_key(AuditActor::Owner(owner), owner, &id, &state).await?;
    Ok(see_other("/portal/keys"))
}

async fn keys_page(signed_in: &SignedIn, state: &HttpState, fields: [Field; 2]) -> Result<KeysPage, PortalError> {
    let keys = state.app.accounts.keys_of(signed_in.account.id).await?.unwrap_or_default();
    Ok(KeysPage {
        layout: Layout::signed_in("keys-title", NavItem::Account, signed_in),
        form_token: signed_in.form_token().to_owned(),
        made: None,
        refusal: None,
        fields: fields.into(),
        rights: ApiKeyRight::OF_INTERFACE.into_iter().filter(|right| right.is_for(signed_in.account.role)).collect(),
        keys: shown_keys(keys, state.app.now()),
        keys_at: "/portal/keys",
    })
}

pub(crate) fn key_refusal_text(refusal: ApiKeyRefusal) -> &'static str {
    match refusal {
        ApiKeyRefusal::Right => "keys-refused-right",
        ApiKeyRefusal::TooMany => "keys-refused-too-many",
        ApiKeyRefusal::NotActive => "keys-refused-not-active",
    }
}

pub(crate) fn key_fields(name: &str, days: &str) -> [Field; 2] {
    let hint = Some(Message::new("keys-days-hint").with("most", MAXIMUM_KEY_DAYS));
    let days = Field { hint, ..Field::new("days", "keys-days", "text", "off").optional().with(days) };
    [Field::new("name", "keys-name", "text", "off").with(name), days]
}

/// The days of a form; `None`: no end.
pub(crate) fn read_key_days(text: &str) -> Result<Option<u32>, Message> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let days = text.trim().parse().ok().filter(|days| (1..=MAXIMUM_KEY_DAYS).contains(days));
    days.map(Some).ok_or_else(|| Message::new("wrong-days").with("most", MAXIMUM_KEY_DAYS))
}
