//! The parameters of a single product (`docs/contract.md#product-routes`).

use super::{ParameterReader, Parameters, ProductParts};

/// Parameters of a product.
#[derive(Debug, Hash)]
pub(crate) struct GetProduct {
    /// The stock number, decoded once.
    pub(crate) stock_number: String,
    /// Its parts.
    pub(crate) parts: ProductParts,
}

impl Parameters for GetProduct {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { stock_number: reader.stock_number(), parts: ProductParts::of_product(reader) }
    }
}
