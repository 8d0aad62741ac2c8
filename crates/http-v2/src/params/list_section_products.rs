//! The parameters of a section's product list (part 4.4).

use super::parameter_reader::LARGEST_EXACT_NUMBER;
use super::{ParameterReader, Parameters};
use catalog_domain::identifiers::SectionId;
use catalog_domain::query::{PageRequest, ProductQuery, ProductSort, Scope};

/// Parameters of a product list.
#[derive(Debug)]
pub(crate) struct ListSectionProducts {
    /// The query; `None` for a section id that none can have.
    pub(crate) query: Option<ProductQuery>,
}

impl Parameters for ListSectionProducts {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let section = reader.section_id();
        // Everything is read whatever the section, so that a wrong parameter is a 400 in any case.
        let query = ProductQuery {
            scope: reader.parsed("scope", read_scope).unwrap_or_default(),
            vendors: reader.list("vendor").map(sorted),
            available: reader.flag("available"),
            sale: reader.flag("sale"),
            has_price: reader.flag("hasPrice"),
            sort: reader.parsed("sort", read_sort).unwrap_or_default(),
            page: read_page(reader),
            ..ProductQuery::of_section(section.unwrap_or(SectionId(0)))
        };
        Self { query: section.map(|_| query) }
    }
}

fn read_scope(text: &str) -> Result<Scope, String> {
    Scope::from_name(text).ok_or_else(|| "must be subtree or direct".into())
}

fn read_sort(text: &str) -> Result<ProductSort, String> {
    let names = || ProductSort::ALL.map(ProductSort::name).join(", ");
    ProductSort::from_name(text).ok_or_else(|| format!("must be one of {}", names()))
}

fn read_page(reader: &mut ParameterReader<'_>) -> PageRequest {
    let default = PageRequest::default();
    let size = reader.number("pageSize", 1..=u64::from(PageRequest::MAXIMUM_SIZE));
    PageRequest {
        page: reader.number("page", 1..=LARGEST_EXACT_NUMBER).unwrap_or(default.page),
        size: size.and_then(|size| u32::try_from(size).ok()).unwrap_or(default.size),
    }
}

/// The order of ids that combine with OR says nothing: sorted, equal requests look equal.
fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort_unstable();
    ids
}
