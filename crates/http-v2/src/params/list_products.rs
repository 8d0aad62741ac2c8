//! The parameters of a batch of products.

use super::{ParameterReader, Parameters, ProductParts};
use catalog_domain::product::is_stock_number;

/// Parameters of a batch of products.
#[derive(Debug, Hash)]
pub(crate) struct ListProducts {
    /// 1 to [`http_common::MAXIMUM_LISTED`] stock numbers, each once, in the requested order.
    pub(crate) stock_numbers: Vec<String>,
    /// Parts of each product.
    pub(crate) parts: ProductParts,
}

impl Parameters for ListProducts {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let stock_numbers = reader.required_list("stockNumbers");
        if !stock_numbers.iter().all(|text| is_stock_number(text)) {
            reader.note("stockNumbers", "must be stock numbers of at most 64 characters");
        }
        Self { stock_numbers, parts: ProductParts::of_product(reader) }
    }
}
