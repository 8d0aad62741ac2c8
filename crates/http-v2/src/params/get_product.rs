//! The parameters of a single product (part 4.3).

use super::{ParameterReader, Parameters};

/// Parameters of a product.
#[derive(Debug)]
pub(crate) struct GetProduct {
    /// The stock number, decoded once.
    pub(crate) stock_number: String,
}

impl Parameters for GetProduct {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { stock_number: reader.stock_number() }
    }
}
