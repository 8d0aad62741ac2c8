//! `/portal/register`. The answer is the same whether or not the address is known.

use super::{FormPage, SIGN_IN, received};
use crate::contact_form::ContactForm;
use crate::field::Field;
use crate::form::VisitorForm;
use crate::page::PageResult;
use crate::session::Visitor;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use catalog_domain::accounts::{AccountProfile, AccountStatus, ContactDetails, check_comment, check_email};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::Language;
use serde::Deserialize;

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RegistrationForm {
    email: String,
    #[serde(flatten)]
    contact: ContactForm,
    comment: String,
}

impl RegistrationForm {
    fn email(&self) -> Field {
        Field::new("email", "field-email", "email", "email").with(self.email.trim())
    }

    fn comment(&self) -> Field {
        Field::new("comment", "field-comment", "textarea", "off").with(self.comment.trim()).optional()
    }

    fn fields(&self) -> Vec<Field> {
        in_order(self.email(), self.contact.fields(), self.comment())
    }

    /// The same, each with what is wrong with it.
    fn checked_fields(&self) -> Vec<Field> {
        let (email, comment) = (self.email(), self.comment());
        let (of_email, of_comment) = (check_email(&email.value), check_comment(&comment.value));
        let contact = self.contact.checked_fields(true);
        in_order(email.checked(of_email), contact, comment.checked(of_comment))
    }

    fn into_profile(self, language: Language) -> AccountProfile {
        let ContactDetails { name, company, phone } = self.contact.details();
        let comment = self.comment.trim().to_owned();
        AccountProfile {
            email: self.email.trim().to_owned(),
            name,
            company,
            phone,
            comment: Some(comment).filter(|comment| !comment.is_empty()),
            role: Role::User,
            status: AccountStatus::Pending,
            price_level: PriceLevel::retail(),
            configurator_access: false,
            language: Some(language),
        }
    }
}

fn in_order(email: Field, contact: [Field; 3], comment: Field) -> Vec<Field> {
    [email].into_iter().chain(contact).chain([comment]).collect()
}

pub(super) async fn show(visitor: Visitor) -> HttpResponse {
    visitor.page(StatusCode::OK, &form_page(&visitor, RegistrationForm::default().fields()))
}

pub(super) async fn submit(VisitorForm { visitor, fields: form }: VisitorForm<RegistrationForm>) -> PageResult {
    let fields = form.checked_fields();
    if fields.iter().any(|field| field.error.is_some()) {
        return Ok(visitor.form_again(&form_page(&visitor, fields)));
    }
    let profile = form.into_profile(visitor.reader.locale.language);
    visitor.state.app.accounts.register(visitor.source(), profile).await?;
    Ok(received(&visitor, "register-received", &[("/", "back-to-start")]))
}

fn form_page(visitor: &Visitor, fields: Vec<Field>) -> FormPage {
    FormPage {
        text: Some("register-text"),
        fields,
        links: &[(SIGN_IN, "sign-in")],
        ..FormPage::new("request-access", visitor, "/portal/register", "send-request")
    }
}
