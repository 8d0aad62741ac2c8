//! Schemas of parameters that are texts of a known form. The known names come from the code that reads them.

use crate::params::{LARGEST_EXACT_NUMBER, ListProductChanges, PagePart, ProductPart, SectionPart};
use crate::price_lists::Column;
use catalog_documents::schemas::{one_of, text};
use catalog_documents::text_schemas;
use catalog_domain::accounts::ApiKeyRight;
use catalog_domain::catalog::PageRequest;
use catalog_domain::imports::MAXIMUM_PARTS;
use catalog_domain::search::SearchText;
use catalog_domain::values::Language;
use std::borrow::Cow;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// An item of a list: no comma, no control character, no surrounding space.
const LISTED: &str = r"^[^\s,\x00-\x1F\x7F]([^,\x00-\x1F\x7F]*[^\s,\x00-\x1F\x7F])?$";

/// A filter's uid, a colon, a value's key, which may be empty.
const FILTER_CHOICE: &str = r"^[^\x00-\x1F\x7F]+:[^\x00-\x1F\x7F]*$";

text_schemas! {
    /// A part of a single section.
    SectionPartName, one_of(SectionPart::ALL.map(SectionPart::name));
    /// A part of a section in a list.
    SectionListPartName, one_of(SectionPart::OF_LISTS.map(SectionPart::name));
    /// A part of a single product.
    ProductPartName, one_of(ProductPart::ALL.map(ProductPart::name));
    /// A part of a product in a section's list.
    ProductListPartName, one_of(ProductPart::OF_LISTS.iter().map(|part| part.name()));
    /// A part of a page of a list.
    ProductPagePartName, one_of(PagePart::OF_LISTS.iter().map(|part| part.name()));
    /// A part of a page of what a text finds.
    SearchPartName, one_of(PagePart::OF_SEARCHES.map(PagePart::name));
    /// What to search for.
    SearchQueryText, text().min_length(Some(1)).max_length(Some(SearchText::LONGEST));
    /// A column of a price list.
    PriceListColumnName, one_of(Column::ALL.map(Column::name));
    /// The language of a price list.
    PriceListLocaleName, one_of(Language::ALL.into_iter().map(Language::tag));
    /// A price list as CSV.
    PriceListFile as "PriceList", text().description(Some("A line of heads, and one for each product (RFC 4180)."));
    /// A table of offers.
    OfferTableFile as "OfferTable", text().description(Some("A line of columns, and one for each product (RFC 4180)."));
    /// A price list as a workbook.
    Workbook, text()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
        .description(Some("A workbook (Office Open XML)."));
    /// A part of an event.
    EventPartName, one_of(ListProductChanges::INCLUDES);
    /// An id in a comma-separated list.
    ListedId, text().pattern(Some(LISTED));
    /// A stock number in a comma-separated list.
    ListedStockNumber, text().max_length(Some(64)).pattern(Some(LISTED));
    /// A filter's uid and a value's key.
    FilterChoiceText, text().pattern(Some(FILTER_CHOICE));
    /// What a new key may do.
    NewKeyRightName, one_of(ApiKeyRight::OF_INTERFACE.into_iter().map(ApiKeyRight::name));
    /// The bytes of a part of an import.
    PartBytes, text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
    /// The number of a part of an import.
    PartNumber, whole_number(KnownFormat::Int32, 1, MAXIMUM_PARTS);
    /// The code of an error of the OAuth route.
    OAuthErrorName, one_of(["invalid_request", "unsupported_grant_type", "invalid_client", "temporarily_unavailable",
        "server_error"]);
    /// A positive whole number that every JSON client can represent.
    PositiveNumber, whole_number(KnownFormat::Int64, 1, LARGEST_EXACT_NUMBER);
    /// A page size.
    PageSizeNumber, whole_number(KnownFormat::Int32, 1, PageRequest::MAXIMUM_SIZE)
        .default(Some(PageRequest::DEFAULT_SIZE.into()));
    /// The number of events on a page of changes.
    FeedLimitNumber, whole_number(KnownFormat::Int32, 1, ListProductChanges::MAXIMUM_LIMIT)
        .default(Some(ListProductChanges::DEFAULT_LIMIT.into()));
    /// How long to wait for the first event, in seconds.
    WaitSeconds, whole_number(KnownFormat::Int32, 0, ListProductChanges::LONGEST_WAIT);
}

fn whole_number(format: KnownFormat, least: u64, most: impl Into<u64>) -> ObjectBuilder {
    let format = Some(SchemaFormat::KnownFormat(format));
    ObjectBuilder::new().schema_type(Type::Integer).format(format).minimum(Some(least)).maximum(Some(most.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_documents::schemas::*;
    use catalog_domain::accounts::AccountStatus;
    use catalog_domain::catalog::{ProductSort, Scope};
    use catalog_domain::imports::{JobPhase, JobState};
    use catalog_domain::ports::ImportKind;
    use catalog_domain::pricing::Role;

    #[test]
    fn the_names_in_documents_are_those_of_the_domain() {
        fn assert_names<T: PartialSchema>(names: impl IntoIterator<Item = &'static str>) {
            let written = |schema: RefOr<Schema>| serde_json::to_value(schema).unwrap();
            assert_eq!(written(T::schema()), written(one_of(names).into()));
        }
        assert_names::<ScopeName>(Scope::ALL.map(Scope::name));
        assert_names::<SortName>(ProductSort::ALL.into_iter().map(ProductSort::name));
        assert_names::<KeyRightName>(ApiKeyRight::ALL.into_iter().map(ApiKeyRight::name));
        assert_names::<ImportStateName>(JobState::ALL.into_iter().map(JobState::name));
        assert_names::<ImportPhaseName>(JobPhase::ALL.into_iter().map(JobPhase::name));
        assert_names::<ImportModeName>([ImportKind::Delta, ImportKind::Full].map(ImportKind::name));
        assert_names::<AccountStatusName>(AccountStatus::ALL.into_iter().map(AccountStatus::name));
        assert_names::<PendingName>([AccountStatus::Pending.name()]);
        assert_names::<RoleName>(Role::ALL.map(Role::name));
    }
}
