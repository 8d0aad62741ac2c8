//! The parameters of the routes that are about products named by their ids.

use super::{include_documentation, source_id};
use crate::products::shape::ProductShape;
use catalog_domain::values::SourceId;
use catalog_index::{Catalog, V1Catalog};
use http_common::params::{ParameterReader, Parameters};
use std::convert::Infallible;
use std::hash::Hash;

/// The position of `:id` in `/api/v1/get/item/:id`.
const ID_SEGMENT: usize = 5;

/// One product by its source id.
#[derive(Debug, Hash)]
pub(crate) struct GetItem {
    /// Its id; `None` for a well-formed id that no product has.
    pub(crate) id: Option<SourceId>,
    pub(crate) include_documentation: bool,
}

impl Parameters for GetItem {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let id = reader.path_id(ID_SEGMENT, source_id);
        Self { id, include_documentation: include_documentation(reader) }
    }
}

/// Products named one by one, in a form of their body.
#[derive(Debug, Hash)]
pub(crate) struct ListItems<N, S> {
    /// The products, in the requested order.
    pub(crate) requested: N,
    pub(crate) shape: S,
}

impl<N: RequestedProducts, S: ProductShape> Parameters for ListItems<N, S> {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let requested = N::read(reader);
        Self { requested, shape: S::new(include_documentation(reader)) }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        (self.requested.find(catalog.v1()), self.shape)
    }
}

/// Products named one by one, each once.
pub(crate) trait RequestedProducts: Hash + Send + Sync + 'static {
    fn read(reader: &mut ParameterReader<'_>) -> Self;

    fn len(&self) -> usize;

    /// Those that v1 shows, in the requested order.
    fn find(&self, catalog: &V1Catalog) -> Vec<SourceId>;
}

#[derive(Debug, Hash)]
pub(crate) struct SourceIds(Vec<SourceId>);

#[derive(Debug, Hash)]
pub(crate) struct StockNumbers(pub(crate) Vec<String>);

impl RequestedProducts for SourceIds {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self(reader.list_of("id_list", source_id))
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn find(&self, catalog: &V1Catalog) -> Vec<SourceId> {
        catalog.products(&self.0).map(|product| product.source_id).collect()
    }
}

impl RequestedProducts for StockNumbers {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self(reader.list_of("stock_list", |text| Ok::<_, Infallible>(Some(text.to_owned()))))
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn find(&self, catalog: &V1Catalog) -> Vec<SourceId> {
        catalog.products_by_stock_number(&self.0).map(|product| product.source_id).collect()
    }
}
