//! The parameters of products by stock number: of a single one, and of a batch.

use catalog_domain::products::is_stock_number;
use http_common::params::{ParameterReader, Parameters, ProductParts};

#[derive(Debug, Hash)]
pub(crate) struct GetProduct {
    pub(crate) stock_number: String,
    pub(crate) parts: ProductParts,
}

impl Parameters for GetProduct {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { stock_number: reader.stock_number(), parts: ProductParts::of_product(reader) }
    }
}

#[derive(Debug, Hash)]
pub(crate) struct ListProducts {
    /// 1 to [`http_common::request::MAXIMUM_LISTED`] stock numbers, each once, in the requested order.
    pub(crate) stock_numbers: Vec<String>,
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
