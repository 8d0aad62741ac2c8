//! Lists of products that are named one by one. They are cached as sent: v1 has no conditional requests, and its
//! clients repeat the same requests.

use super::read::shown;
use super::shape::ProductShape;
use crate::params::items::{ListItems, RequestedProducts};
use crate::v1_error::V1Error;
use crate::v1_request::V1;
use catalog_domain::values::SourceId;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::CachePolicy;
use http_common::json::{ProductListWriter, SUCCESS_TAIL};
use http_common::pipeline::{FoundProducts, ProductList, ProductRequest, ResponseContext, SelectedProducts};

/// The products that v1 shows, in the requested order.
pub(crate) struct ListedProducts(Vec<SourceId>);

impl SelectedProducts for ListedProducts {
    fn name_bytes(&self, catalog: &Catalog) -> impl Iterator<Item = usize> {
        catalog.v1().products(&self.0).map(|product| product.name().len() + product.full_name().len())
    }

    fn unread(&self, catalog: &Catalog) -> Vec<Box<str>> {
        catalog.v1().products(&self.0).map(|product| product.stock_number().into()).collect()
    }
}

impl<N: RequestedProducts, S: ProductShape> ProductRequest<V1> for ListItems<N, S> {
    type Selection = ListedProducts;

    fn list(&self) -> ProductList {
        ProductList { count: self.requested.len(), stored: self.shape.wanted(), policy: CachePolicy::Store }
    }

    async fn select(&self, _: &HttpState, context: &ResponseContext) -> Result<ListedProducts, V1Error> {
        Ok(ListedProducts(self.requested.find(context.catalog.v1())))
    }

    fn write(&self, _: &HttpState, found: &FoundProducts<ListedProducts>) -> Result<Vec<u8>, V1Error> {
        let FoundProducts { context, selection: ListedProducts(ids), details } = found;
        let mut items = ProductListWriter::new("[", ids.len());
        for item in shown((&context.catalog, details), ids, &context.caller.viewer) {
            items.add(|json| self.shape.write(item, json).map_err(V1Error::internal))?;
        }
        let mut body = items.into_text();
        body.raw("]").raw(SUCCESS_TAIL);
        Ok(body.into_bytes())
    }
}
