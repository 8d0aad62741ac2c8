//! Who a person is: the fields that people fill in themselves, and that administrators correct.

use crate::field::Field;
use catalog_domain::accounts::{AccountProfile, AccountRuleError, ContactDetails};
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

    /// The same, each with what `checks` find wrong with it.
    pub(crate) fn checked_fields(&self, checks: [fn(&str) -> Result<(), AccountRuleError>; 3]) -> [Field; 3] {
        let mut checks = checks.into_iter();
        self.fields().map(|field| match checks.next().map(|check| check(&field.value)) {
            Some(outcome) => field.checked(outcome),
            None => field,
        })
    }

    pub(crate) fn details(&self) -> ContactDetails {
        let [name, company, phone] = [&self.name, &self.company, &self.phone].map(|text| text.trim().to_owned());
        ContactDetails { name, company, phone: Some(phone).filter(|phone| !phone.is_empty()) }
    }
}
