//! Products as JSON: taken from what is kept, else made from the catalog and the parts in the store, and kept.

use crate::answer::Answering;
use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductView, ShownProducts};
use crate::extract::Admitted;
use crate::params::{Parameters, ProductParts};
use catalog_domain::catalog::{Catalog, PublicProduct};
use catalog_domain::ports::{PartSelection, ProductDetail};
use http_common::{DetailedCatalog, ProductKey, Services, read_details};
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
pub(crate) struct Shown<T> {
    /// The answer that they are from: another one than was begun when the catalog has moved on since.
    pub(crate) answering: Answering,
    /// The products.
    pub(crate) products: ShownProducts,
    /// What else the answer says, from the same catalog.
    pub(crate) about: T,
}

/// Shows the products that `choose` finds in a catalog with `parts`. A store is asked only when a part is wanted that it
/// has and that is not kept for every one of them.
///
/// # Errors
/// Those of `choose`, and when parts cannot be read.
pub(crate) async fn show_products<P: Parameters, T>(
    request: &Admitted<P>,
    services: &Services,
    answering: Answering,
    parts: ProductParts,
    choose: impl for<'c> Fn(&'c Catalog) -> Result<Choice<'c, T>, ApiError>,
) -> Result<Shown<T>, ApiError> {
    let needs_store = parts.stored != PartSelection::NONE;
    let maker = Maker { request, services, parts };
    let choice = choose(&answering.catalog)?;
    let products = maker.without_store(&answering, &choice.products, needs_store)?;
    if let Some(products) = products {
        let about = choice.about;
        return Ok(Shown { products, about, answering });
    }
    drop(choice);
    let stock_numbers = |catalog: &Catalog| {
        let chosen = choose(catalog)?.products;
        Ok(chosen.iter().map(|chosen| chosen.product.stock_number.clone()).collect())
    };
    let DetailedCatalog { catalog, details } = read_details(services, parts.stored, stock_numbers).await?;
    let answering = if Arc::ptr_eq(&catalog, &answering.catalog) { answering } else { request.begin(catalog) };
    let Choice { products, about } = choose(&answering.catalog)?;
    let made = products.iter().enumerate().map(|(at, product)| maker.make(&answering, *product, details.get(at)));
    let products = ShownProducts(made.collect::<Result<_, _>>()?);
    Ok(Shown { products, about, answering })
}

/// Makes the JSON of products for one request.
struct Maker<'a, P> {
    request: &'a Admitted<P>,
    services: &'a Services,
    parts: ProductParts,
}

impl<P: Parameters> Maker<'_, P> {
    /// The products as far as memory goes; `None` when the store has to be asked for one of them.
    fn without_store(
        &self,
        answering: &Answering,
        products: &[PublicProduct<'_>],
        needs_store: bool,
    ) -> Result<Option<ShownProducts>, ApiError> {
        let mut shown = Vec::with_capacity(products.len());
        for product in products {
            match self.services.kept.product(&self.key(answering, *product)) {
                Some(kept) => shown.push(kept),
                None if needs_store => return Ok(None),
                None => shown.push(self.make(answering, *product, None)?),
            }
        }
        Ok(Some(ShownProducts(shown)))
    }

    fn make(
        &self,
        answering: &Answering,
        product: PublicProduct<'_>,
        detail: Option<&ProductDetail>,
    ) -> Result<Arc<RawValue>, ApiError> {
        let view = ProductView { catalog: &answering.catalog, viewer: &self.request.caller.viewer, parts: self.parts };
        let body = ProductBody::new(view, product, detail);
        let json: Arc<RawValue> = to_raw_value(&body).map_err(ApiError::internal)?.into();
        self.services.kept.keep_product(self.key(answering, product), Arc::clone(&json));
        Ok(json)
    }

    fn key(&self, answering: &Answering, product: PublicProduct<'_>) -> ProductKey {
        ProductKey { view: answering.view, ordinal: product.ordinal, parts: self.parts.number() }
    }
}
