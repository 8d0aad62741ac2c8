//! Who a person is: the fields that people fill in themselves, and that administrators correct.

use crate::field::Field;
use catalog_domain::accounts::{AccountProfile, ContactDetails, check_required_text, check_text};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ContactForm {
    name: String,
    company: String,
    phone: String,
}

impl ContactForm {
    pub(crate) fn of(profile: &AccountProfile) -> Self {
        let AccountProfile { name, company, phone, .. } = profile.clone();
        Self { name, company, phone: phone.unwrap_or_default() }
    }

    /// Name, company and telephone number.
    pub(crate) fn fields(&self) -> [Field; 3] {
        [
            Field::new("name", "field-name", "text", "name").with(self.name.trim()),
            Field::new("company", "field-company", "text", "organization").with(self.company.trim()),
            Field::new("phone", "field-phone", "tel", "tel").with(self.phone.trim()).optional(),
        ]
    }

    /// The same, each with what is wrong with it. Only people themselves have to fill them in.
    pub(crate) fn checked_fields(&self, is_required: bool) -> [Field; 3] {
        self.fields().map(|field| {
            let check = if is_required && field.is_required { check_required_text } else { check_text };
            let outcome = check(&field.value);
            field.checked(outcome)
        })
    }

    pub(crate) fn details(&self) -> ContactDetails {
        let [name, company, phone] = [&self.name, &self.company, &self.phone].map(|text| text.trim().to_owned());
        ContactDetails { name, company, phone: Some(phone).filter(|phone| !phone.is_empty()) }
    }
}
