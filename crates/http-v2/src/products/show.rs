//! Products as JSON: taken from what is kept, else made from the catalog and the parts in the store, and kept.

use crate::answer::Answering;
use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductView};
use crate::extract::Admitted;
use crate::params::{Parameters, ProductParts};
use catalog_domain::catalog::{Catalog, PublicProduct};
use catalog_domain::ports::{PartSelection, ProductDetail};
use http_common::{DetailedCatalog, Interface, ProductForm, Services, ShownProducts, read_details};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;

/// The products of an answer, and what else was chosen with them.
pub(crate) struct Choice<'a, T> {
    /// In the order in which they are shown.
    pub(crate) products: Vec<PublicProduct<'a>>,
    /// What else the answer says.
    pub(crate) about: T,
}

/// Products that are ready to be sent.
pub(crate) struct Shown<'s, T> {
    /// The answer that they are from: another one than was begun when the catalog has moved on since.
    pub(crate) answering: Answering,
    /// The products.
    pub(crate) products: ShownProducts<'s>,
    /// What else the answer says, from the same catalog.
    pub(crate) about: T,
}

/// Shows the products that `choose` finds in a catalog with `parts`. A store is asked only when a part is wanted that it
/// has and that is not kept for every one of them.
///
/// # Errors
/// Those of `choose`, and when parts cannot be read.
pub(crate) async fn show_products<'s, P: Parameters, T>(
    request: &Admitted<P>,
    services: &'s Services,
    answering: Answering,
    parts: ProductParts,
    choose: impl for<'c> Fn(&'c Catalog) -> Result<Choice<'c, T>, ApiError>,
) -> Result<Shown<'s, T>, ApiError> {
    let maker = Maker { request, services, parts };
    let Choice { products, about } = choose(&answering.catalog)?;
    if let Some(products) = maker.without_store(&answering, &products)? {
        return Ok(Shown { products, about, answering });
    }
    drop((products, about));
    let stock_numbers = |catalog: &Catalog| {
        let chosen = choose(catalog)?.products;
        Ok(chosen.iter().map(|chosen| chosen.product.stock_number().into()).collect())
    };
    let DetailedCatalog { catalog, details } = read_details(services, parts.stored, stock_numbers).await?;
    let answering = if Arc::ptr_eq(&catalog, &answering.catalog) { answering } else { request.begin(catalog) };
    let Choice { products, about } = choose(&answering.catalog)?;
    let mut shown = maker.begin(&answering, products.len());
    for (at, product) in products.into_iter().enumerate() {
        shown.add(product.ordinal, || maker.make(&answering, product, details.get(at)))?;
    }
    Ok(Shown { products: shown, about, answering })
}

/// Makes the JSON of products for one request.
struct Maker<'s, 'r, P> {
    request: &'r Admitted<P>,
    services: &'s Services,
    parts: ProductParts,
}

impl<'s, P: Parameters> Maker<'s, '_, P> {
    /// The products as far as memory goes; `None` when the store has to be asked for one of them.
    fn without_store(
        &self,
        answering: &Answering,
        products: &[PublicProduct<'_>],
    ) -> Result<Option<ShownProducts<'s>>, ApiError> {
        let needs_store = self.parts.stored != PartSelection::NONE;
        let mut shown = self.begin(answering, products.len());
        for product in products {
            if !needs_store {
                shown.add(product.ordinal, || self.make(answering, *product, None))?;
            } else if !shown.add_kept(product.ordinal) {
                return Ok(None);
            }
        }
        Ok(Some(shown))
    }

    fn begin(&self, answering: &Answering, count: usize) -> ShownProducts<'s> {
        let form = ProductForm { view: answering.view, interface: Interface::V2, shape: self.parts.number() };
        self.services.kept.products(form, count)
    }

    fn make(
        &self,
        answering: &Answering,
        product: PublicProduct<'_>,
        detail: Option<&ProductDetail>,
    ) -> Result<Box<RawValue>, ApiError> {
        let view = ProductView { catalog: &answering.catalog, viewer: &self.request.caller.viewer, parts: self.parts };
        to_raw_value(&ProductBody::new(view, product, detail)).map_err(ApiError::internal)
    }
}
