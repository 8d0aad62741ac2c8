//! The fields of a section's form that are no facets: each a list of values of which one is chosen.

use catalog_domain::catalog::{FlagFacet, PageRequest, ProductQuery, ProductSort, Scope};
use localization::{Message, ToMessage};

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    /// The key of its text.
    pub(crate) label: &'static str,
    pub(crate) choices: Vec<Choice>,
}

#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) label: Message,
    pub(crate) is_chosen: bool,
}

/// The fields, in the order of the form.
#[derive(Debug)]
pub(crate) struct SectionForm {
    pub(crate) fields: [Field; 6],
}

impl SectionForm {
    /// The form of a list that has so many products in stock and not, with what `query` asks for chosen.
    pub(crate) fn new(query: &ProductQuery, available: FlagFacet) -> Self {
        let in_stock = Message::new("choice-available").with("count", available.yes);
        let not_in_stock = Message::new("choice-unavailable").with("count", available.no);
        let key = Message::new;
        let fields = [
            Field { name: "scope", label: "field-products", choices: scopes(query.scope) },
            Field { name: "available", label: "stock", choices: flag(query.available, in_stock, not_in_stock) },
            Field {
                name: "sale",
                label: "field-sale",
                choices: flag(query.sale, key("choice-on-sale"), key("choice-not-on-sale")),
            },
            Field {
                name: "hasPrice",
                label: "price",
                choices: flag(query.has_price, key("choice-priced"), key("choice-not-priced")),
            },
            Field { name: "sort", label: "field-order", choices: sorts(query.sort, query.text.is_some()) },
            Field { name: "pageSize", label: "field-page-size", choices: page_sizes(query.page.size) },
        ];
        Self { fields }
    }
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
