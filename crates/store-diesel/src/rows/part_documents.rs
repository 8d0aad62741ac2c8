//! The JSON documents of the parts that are read on demand: photos, features, configurator, resource links.

use super::documents::{LevelPriceDocument, decode, encode, level_documents, level_prices};
use super::interner::Interner;
use catalog_domain::ports::StoreError;
use catalog_domain::pricing::Money;
use catalog_domain::products::{Configurator, ConfiguratorOption, FeatureValue, OptionGroup, Photo, ResourceLink};
use catalog_domain::values::FieldId;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Photos: `[["https://cdn.example/1.jpg","front"],["https://cdn.example/2.jpg",null]]`.
pub(crate) fn encode_photos(photos: &[Photo]) -> Result<String, StoreError> {
    encode(&photos.iter().map(|photo| (&*photo.url, photo.alt.as_deref())).collect::<Vec<_>>())
}

/// Reads what [`encode_photos`] writes.
pub(crate) fn decode_photos(text: &str) -> Result<Box<[Photo]>, StoreError> {
    let documents: Vec<(Box<str>, Option<Box<str>>)> = decode(text, "product_contents.photos")?;
    Ok(documents.into_iter().map(|(url, alt)| Photo { url, alt }).collect())
}

/// Feature values: `[[17,"5 kW"]]`.
pub(crate) fn encode_features(features: &[FeatureValue]) -> Result<String, StoreError> {
    encode(&features.iter().map(|feature| (feature.field_id.0, &*feature.value)).collect::<Vec<_>>())
}

/// Reads what [`encode_features`] writes.
pub(crate) fn decode_features(text: &str) -> Result<Box<[FeatureValue]>, StoreError> {
    let documents: Vec<(i64, Box<str>)> = decode(text, "product_contents.features")?;
    Ok(documents.into_iter().map(|(field, value)| FeatureValue { field_id: FieldId(field), value }).collect())
}

/// A group of options; an allow-list of fields, so that the source's raw prices cannot leak.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OptionGroupDocument<'a> {
    #[serde(borrow)]
    uid: Cow<'a, str>,
    #[serde(borrow)]
    name: Cow<'a, str>,
    required: bool,
    #[serde(borrow)]
    options: Vec<OptionDocument<'a>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OptionDocument<'a> {
    #[serde(borrow)]
    uid: Cow<'a, str>,
    #[serde(borrow)]
    name: Cow<'a, str>,
    stock_number: Option<String>,
    is_default: bool,
    retail: Option<i64>,
    #[serde(borrow)]
    levels: Vec<LevelPriceDocument<'a>>,
}

pub(crate) fn encode_configurator(configurator: &Configurator) -> Result<String, StoreError> {
    encode(&configurator.groups.iter().map(OptionGroupDocument::from).collect::<Vec<_>>())
}

/// Reads what [`encode_configurator`] writes.
pub(crate) fn decode_configurator(text: &str, interner: &mut Interner<'_>) -> Result<Configurator, StoreError> {
    let documents: Vec<OptionGroupDocument<'_>> = decode(text, "product_contents.configurator")?;
    let group = |document: OptionGroupDocument<'_>| OptionGroup {
        uid: document.uid.into(),
        name: document.name.into(),
        required: document.required,
        options: document.options.into_iter().map(|option| option.into_option(interner)).collect(),
    };
    Ok(Configurator { groups: documents.into_iter().map(group).collect() })
}

impl<'a> From<&'a OptionGroup> for OptionGroupDocument<'a> {
    fn from(group: &'a OptionGroup) -> Self {
        Self {
            uid: (&*group.uid).into(),
            name: (&*group.name).into(),
            required: group.required,
            options: group.options.iter().map(OptionDocument::from).collect(),
        }
    }
}

impl<'a> From<&'a ConfiguratorOption> for OptionDocument<'a> {
    fn from(option: &'a ConfiguratorOption) -> Self {
        Self {
            uid: (&*option.uid).into(),
            name: (&*option.name).into(),
            stock_number: option.stock_number.as_deref().map(str::to_owned),
            is_default: option.is_default,
            retail: option.retail.map(Money::units),
            levels: level_documents(&option.levels),
        }
    }
}

impl OptionDocument<'_> {
    fn into_option(self, interner: &mut Interner<'_>) -> ConfiguratorOption {
        ConfiguratorOption {
            uid: self.uid.into(),
            name: self.name.into(),
            stock_number: self.stock_number.map(Into::into),
            is_default: self.is_default,
            retail: self.retail.map(Money::from_units),
            levels: level_prices(&self.levels, interner),
        }
    }
}

/// A resource link: `["Manual",null,"https://docs.example/m.pdf","PDF",2411725,"2.3 MB"]`.
type LinkDocument<T> = (T, Option<T>, T, Option<T>, Option<i64>, Option<T>);

pub(crate) fn encode_links(links: &[ResourceLink]) -> Result<String, StoreError> {
    encode(&links.iter().map(document).collect::<Vec<_>>())
}

fn document(link: &ResourceLink) -> LinkDocument<&str> {
    let ResourceLink { title, description, url, file_type, size_bytes, size } = link;
    (title, description.as_deref(), url, file_type.as_deref(), *size_bytes, size.as_deref())
}

pub(crate) fn decode_links(text: &str, column: &str) -> Result<Box<[ResourceLink]>, StoreError> {
    let documents: Vec<LinkDocument<Box<str>>> = decode(text, column)?;
    let link = |(title, description, url, file_type, size_bytes, size)| ResourceLink {
        title,
        description,
        url,
        file_type,
        size_bytes,
        size,
    };
    Ok(documents.into_iter().map(link).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resource_links_are_arrays() {
        let text = r#"[["Руководство",null,"https://docs.example/m.pdf","PDF",2411725,"2.3 MB"],["x","y","http://h/",null,null,null]]"#;
        let links = decode_links(text, "product_resources.documentation").unwrap();
        assert_eq!(links.len(), 2);
        assert_eq!((&*links[0].title, links[0].size_bytes), ("Руководство", Some(2_411_725)));
        assert_eq!((links[1].description.as_deref(), links[1].size.as_deref()), (Some("y"), None));
        assert_eq!(encode_links(&links).unwrap(), text);
    }

    #[test]
    fn a_damaged_document_is_inconsistent_and_names_its_column() {
        for text in ["", "{}", "[[1]]", "[", "[[\"a\",1]]"] {
            let Err(StoreError::Inconsistent(cause)) = decode_photos(text) else { panic!("{text} was read") };
            assert!(cause.to_string().starts_with("product_contents.photos: "), "{cause}");
        }
    }
}
