//! The fields of a section's form that are no facets: each a list of values of which one is chosen.

use catalog_domain::catalog::{FlagFacet, PageRequest, ProductQuery, ProductSort, Scope};
use localization::{Message, ToMessage};

pub(super) struct Choices {
    pub(super) name: &'static str,
    /// The key of its text.
    pub(super) label: &'static str,
    pub(super) choices: Vec<Choice>,
}

pub(super) struct Choice {
    pub(super) value: String,
    pub(super) label: Message,
    pub(super) is_chosen: bool,
}

/// The fields, in the order of the form, of a list that has so many products in stock and not, with what `query` asks
/// for chosen.
pub(super) fn section_form(query: &ProductQuery, available: FlagFacet) -> [Choices; 6] {
    let in_stock = Message::new("choice-available").with("count", available.yes);
    let not_in_stock = Message::new("choice-unavailable").with("count", available.no);
    let key = Message::new;
    let fields = [
        ("scope", "field-products", scopes(query.scope)),
        ("available", "stock", flag(query.available, in_stock, not_in_stock)),
        ("sale", "field-sale", flag(query.sale, key("choice-on-sale"), key("choice-not-on-sale"))),
        ("hasPrice", "price", flag(query.has_price, key("choice-priced"), key("choice-not-priced"))),
        ("sort", "field-order", sorts(query.sort, query.text.is_some())),
        ("pageSize", "field-page-size", page_sizes(query.page.size)),
    ];
    fields.map(|(name, label, choices)| Choices { name, label, choices })
}

fn choice(value: impl Into<String>, label: impl ToMessage, is_chosen: bool) -> Choice {
    Choice { value: value.into(), label: label.to_message(), is_chosen }
}

fn flag(present: Option<bool>, yes: Message, no: Message) -> Vec<Choice> {
    let values = [("", Message::new("choice-any"), None), ("true", yes, Some(true)), ("false", no, Some(false))];
    values.into_iter().map(|(value, label, of)| choice(value, label, present == of)).collect()
}

fn scopes(present: Scope) -> Vec<Choice> {
    let scopes = [(Scope::Subtree, "choice-subtree"), (Scope::Direct, "choice-direct")];
    scopes.into_iter().map(|(scope, label)| choice(scope.name(), label, scope == present)).collect()
}

fn sorts(present: ProductSort, has_text: bool) -> Vec<Choice> {
    let label = |sort| match sort {
        ProductSort::Name => "order-name",
        ProductSort::NameDescending => "order-name-descending",
        ProductSort::StockNumber => "order-stock-number",
        ProductSort::ContentUpdatedDescending => "order-last-changed",
        ProductSort::Price => "order-price",
        ProductSort::PriceDescending => "order-price-descending",
        ProductSort::InStockDescending => "order-in-stock",
        ProductSort::Relevance => "order-relevance",
    };
    ProductSort::of_lists(has_text)
        .iter()
        .copied()
        .map(|sort| choice(sort.name(), label(sort), sort == present))
        .collect()
}

fn page_sizes(present: u32) -> Vec<Choice> {
    let mut sizes = vec![20, PageRequest::DEFAULT_SIZE, 100, 200, 500, PageRequest::MAXIMUM_SIZE, present];
    sizes.sort_unstable();
    sizes.dedup();
    let label = |size: u32| Message::new("plain").with("text", size);
    sizes.into_iter().map(|size| choice(size.to_string(), label(size), size == present)).collect()
}
