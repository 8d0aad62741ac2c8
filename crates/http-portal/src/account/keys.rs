//! `/portal/keys`: the person's keys, for programs: made, shown once, revoked.

use crate::field::Field;
use crate::filters;
use crate::form::{Button, PortalForm};
use crate::key_table::{ShownApiKey, keys_of, revoke_key};
use crate::page::{Layout, NavItem, PageResult, see_other};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::web::Path;
use askama::Template;
use catalog_app::accounts::AuditActor;
use catalog_domain::accounts::{
    ApiKeyRefusal, ApiKeyRequest, ApiKeyRight, ApiKeyText, DEFAULT_KEY_DAYS, MAXIMUM_KEY_DAYS, check_key_name,
};
use localization::Message;
use serde::Deserialize;

const PATH: &str = "/portal/keys";

#[derive(Template)]
#[template(path = "account/keys.html")]
struct KeysPage {
    layout: Layout,
    /// The new key, which is shown this once.
    made: Option<ApiKeyText>,
    refusal: Option<&'static str>,
    fields: [Field; 2],
    rights: Vec<ApiKeyRight>,
    keys: Vec<ShownApiKey>,
    keys_at: &'static str,
}

/// What a form says about a new key, of whatever right.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct KeyForm {
    pub(crate) name: String,
    /// Blank for a key without an end.
    days: String,
}

#[derive(Deserialize)]
pub(super) struct NewKeyForm {
    #[serde(flatten)]
    key: KeyForm,
    #[serde(default)]
    right: String,
}

pub(super) async fn show(signed_in: SignedIn) -> PageResult {
    Ok(signed_in.page(&keys_page(&signed_in, KeyForm::new("").fields()).await?))
}

/// Makes a key and shows it. It is nowhere else, so it is gone when the page is.
pub(super) async fn make(signed_in: SignedIn, PortalForm(form): PortalForm<NewKeyForm>) -> PageResult {
    let NewKeyForm { key, right } = form;
    let (fields, days) = key.checked();
    let Some(days) = days else {
        let page = keys_page(&signed_in, fields).await?;
        return Ok(signed_in.form_again(&page));
    };
    let right = ApiKeyRight::of_interface(&right).unwrap_or(ApiKeyRight::Read);
    let asked = ApiKeyRequest { name: key.name, right, days, address: None };
    match signed_in.app().accounts.make_key(&signed_in.account, asked).await? {
        Ok((_, text)) => {
            let page = keys_page(&signed_in, KeyForm::new("").fields()).await?;
            Ok(signed_in.page(&KeysPage { made: Some(text), ..page }))
        }
        Err(refusal) => {
            let page = keys_page(&signed_in, fields).await?;
            let page = KeysPage { refusal: Some(key_refusal_text(refusal)), ..page };
            Ok(signed_in.form_again(&page))
        }
    }
}

pub(super) async fn revoke(signed_in: SignedIn, id: Path<String>, _form: Button) -> PageResult {
    let owner = signed_in.account.id;
    revoke_key(AuditActor::Owner(owner), owner, &id, signed_in.app()).await?;
    Ok(see_other(PATH))
}

async fn keys_page(signed_in: &SignedIn, fields: [Field; 2]) -> Result<KeysPage, PortalError> {
    Ok(KeysPage {
        layout: Layout::signed_in("keys-title", NavItem::Account, signed_in),
        made: None,
        refusal: None,
        fields,
        rights: ApiKeyRight::OF_INTERFACE.into_iter().filter(|right| right.is_for(signed_in.account.role)).collect(),
        keys: keys_of(signed_in.account.id, signed_in.app()).await?,
        keys_at: PATH,
    })
}

pub(crate) fn key_refusal_text(refusal: ApiKeyRefusal) -> &'static str {
    match refusal {
        ApiKeyRefusal::Right => "keys-refused-right",
        ApiKeyRefusal::TooMany => "keys-refused-too-many",
        ApiKeyRefusal::NotActive => "keys-refused-not-active",
    }
}

impl KeyForm {
    /// A form that nobody has filled in yet.
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), days: DEFAULT_KEY_DAYS.to_string() }
    }

    pub(crate) fn fields(&self) -> [Field; 2] {
        let hint = Some(Message::new("keys-days-hint").with("most", MAXIMUM_KEY_DAYS));
        let days = Field { hint, ..Field::new("days", "keys-days", "text", "off").optional().with(&*self.days) };
        [Field::new("name", "keys-name", "text", "off").with(&*self.name), days]
    }

    /// The fields with what is wrong with them; and where nothing is, the days: `Some(None)` for no end.
    pub(crate) fn checked(&self) -> ([Field; 2], Option<Option<u32>>) {
        let (name, days) = (check_key_name(&self.name), self.read_days());
        let read = days.clone().ok().filter(|_| name.is_ok());
        let [name_field, days_field] = self.fields();
        ([name_field.checked(name), days_field.checked(days.map(drop))], read)
    }

    fn read_days(&self) -> Result<Option<u32>, Message> {
        let text = self.days.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let days = text.parse().ok().filter(|days| (1..=MAXIMUM_KEY_DAYS).contains(days));
        days.map(Some).ok_or_else(|| Message::new("wrong-days").with("most", MAXIMUM_KEY_DAYS))
    }
}
