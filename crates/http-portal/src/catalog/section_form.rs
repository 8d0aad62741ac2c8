//! The fields of a section's form that are no facets: each a list of values of which one is chosen.

use catalog_domain::catalog::{FlagFacet, PageRequest, ProductQuery, ProductSort, Scope};

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) choices: Vec<Choice>,
}

#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) label: String,
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
        let in_stock = format!("In stock ({})", available.yes);
        let not_in_stock = format!("Not in stock ({})", available.no);
        let flag = |name, label, present, yes: &str, no: &str| Field { name, label, choices: flag(present, yes, no) };
        let fields = [
            Field { name: "scope", label: "Products", choices: scopes(query.scope) },
            flag("available", "Stock", query.available, &in_stock, &not_in_stock),
            flag("sale", "Sale", query.sale, "On sale", "Not on sale"),
            flag("hasPrice", "Price", query.has_price, "With a price", "Without a price"),
            Field { name: "sort", label: "Order", choices: sorts(query.sort, query.text.is_some()) },
            Field { name: "pageSize", label: "Products on a page", choices: page_sizes(query.page.size) },
        ];
        Self { fields }
    }
}

fn choice(value: impl Into<String>, label: impl Into<String>, is_chosen: bool) -> Choice {
    Choice { value: value.into(), label: label.into(), is_chosen }
}

fn flag(present: Option<bool>, yes: &str, no: &str) -> Vec<Choice> {
    let values = [("", "Any", None), ("true", yes, Some(true)), ("false", no, Some(false))];
    values.into_iter().map(|(value, label, of)| choice(value, label, present == of)).collect()
}

fn scopes(present: Scope) -> Vec<Choice> {
    let scopes = [(Scope::Subtree, "With all sections below"), (Scope::Direct, "This section only")];
    scopes.into_iter().map(|(scope, label)| choice(scope.name(), label, scope == present)).collect()
}

fn sorts(present: ProductSort, has_text: bool) -> Vec<Choice> {
    let label = |sort| match sort {
        ProductSort::Name => "Name",
        ProductSort::NameDescending => "Name, from the end",
        ProductSort::StockNumber => "Stock number",
        ProductSort::ContentUpdatedDescending => "Last changed first",
        ProductSort::Relevance => "Best first",
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
    sizes.into_iter().map(|size| choice(size.to_string(), size.to_string(), size == present)).collect()
}
