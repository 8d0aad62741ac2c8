//! `/portal/register`. The answer is the same whether or not the address is known.

use super::{FormPage, SIGN_IN, received};
use crate::field::Field;
use crate::form::VisitorForm;
use crate::page::PageResult;
use crate::session::Visitor;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use catalog_domain::accounts::{
    AccountProfile, AccountStatus, check_comment, check_email, check_required_text, check_text,
};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::Language;
use serde::Deserialize;

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RegistrationForm {
    email: String,
    name: String,
    company: String,
    phone: String,
    comment: String,
}

impl RegistrationForm {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("email", "field-email", "email", "email").with(self.email.trim()),
            Field::new("name", "field-name", "text", "name").with(self.name.trim()),
            Field::new("company", "field-company", "text", "organization").with(self.company.trim()),
            Field::new("phone", "field-phone", "tel", "tel").with(self.phone.trim()).optional(),
            Field::new("comment", "field-comment", "textarea", "off").with(self.comment.trim()).optional(),
        ]
    }

    /// The same, each with what is wrong with it.
    fn checked_fields(&self) -> Vec<Field> {
        let checks = [check_email, check_required_text, check_required_text, check_text, check_comment];
        let checked = self.fields().into_iter().zip(checks).map(|(field, check)| {
            let outcome = check(&field.value);
            field.checked(outcome)
        });
        checked.collect()
    }

    fn into_profile(self, language: Language) -> AccountProfile {
        let text = |text: &str| text.trim().to_owned();
        let optional = |value: &str| Some(text(value)).filter(|text| !text.is_empty());
        AccountProfile {
            email: text(&self.email),
            name: text(&self.name),
            company: text(&self.company),
            phone: optional(&self.phone),
            comment: optional(&self.comment),
            role: Role::User,
            status: AccountStatus::Pending,
            price_level: PriceLevel::retail(),
            configurator_access: false,
            language: Some(language),
        }
    }
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
