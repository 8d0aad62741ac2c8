//! Products as JSON: written from the catalog, or, with parts that the store has, taken from what is kept, else read and kept.

use crate::answer::Answering;
use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductView};
use crate::extract::Admitted;
use crate::params::{Parameters, ProductParts};
use catalog_domain::catalog::{Catalog, PublicProduct};
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::product::prefetch;
use http_common::{DetailedCatalog, Interface, JsonText, ProductForm, Services, ShownProducts, read_details};
use std::collections::HashSet;

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

/// Shows the products that `choose` finds in a catalog with `parts`, after `head` in the data. A store is asked only when a
/// part is wanted that it has, and for those products only of which it is not kept.
///
/// # Errors
/// Those of `choose`, and when parts cannot be read.
pub(crate) async fn show_products<'s, P: Parameters, T>(
    request: &Admitted<P>,
    services: &'s Services,
    answering: Answering,
    (parts, head): (ProductParts, &'static str),
    choose: impl for<'c> Fn(&'c Catalog) -> Result<Choice<'c, T>, ApiError>,
) -> Result<Shown<'s, T>, ApiError> {
    let writer = ProductWriter { request, services, parts, head };
    let Choice { products, about } = choose(&answering.catalog)?;
    if parts.stored == PartSelection::NONE {
        let products = writer.made(&answering, &products)?;
        return Ok(Shown { products, about, answering });
    }
    let mut shown = writer.begin(&answering, products.len());
    let is_missing: HashSet<u32> =
        products.iter().map(|product| product.ordinal).filter(|at| !shown.is_kept(*at)).collect();
    if is_missing.is_empty() {
        products.iter().for_each(|product| _ = shown.add_kept(product.ordinal));
        return Ok(Shown { products: shown, about, answering });
    }
    drop((products, about));
    let is_begun = |catalog: &Catalog| std::ptr::eq(catalog, &*answering.catalog);
    let stock_numbers = |catalog: &Catalog| {
        let mut wanted = choose(catalog)?.products;
        wanted.retain(|product| !is_begun(catalog) || is_missing.contains(&product.ordinal));
        Ok(wanted.iter().map(|product| product.product.stock_number().into()).collect())
    };
    let DetailedCatalog { catalog, details } = read_details(services, parts.stored, stock_numbers).await?;
    let all_were_read = !is_begun(&catalog);
    let answering = if all_were_read { request.begin(catalog) } else { answering };
    let Choice { products, about } = choose(&answering.catalog)?;
    if all_were_read {
        shown = writer.begin(&answering, products.len());
    }
    let mut details = details.iter();
    for product in products {
        if all_were_read || is_missing.contains(&product.ordinal) {
            let detail = details.next();
            shown.add(product.ordinal, |json| writer.write(json, &answering, product, detail))?;
        } else {
            shown.add_kept(product.ordinal);
        }
    }
    Ok(Shown { products: shown, about, answering })
}

/// How many products are brought into the processor's caches at a time: few enough to stay there until they are written.
const PREFETCHED: usize = 64;

/// Writes products as JSON for one request.
struct ProductWriter<'s, 'r, P> {
    request: &'r Admitted<P>,
    services: &'s Services,
    parts: ProductParts,
    head: &'static str,
}

impl<'s, P: Parameters> ProductWriter<'s, '_, P> {
    /// The products without a part that the store has. They are written each time: that takes a fraction of a microsecond, in
    /// a catalog of any size and for any number of price levels, where only some could be kept.
    fn made(&self, answering: &Answering, products: &[PublicProduct<'_>]) -> Result<ShownProducts<'s>, ApiError> {
        let mut shown = self.begin(answering, products.len());
        for some in products.chunks(PREFETCHED) {
            prefetch(some.iter().map(|public| public.product));
            for product in some {
                shown.add_unkept(|json| self.write(json, answering, *product, None))?;
            }
        }
        Ok(shown)
    }

    fn begin(&self, answering: &Answering, count: usize) -> ShownProducts<'s> {
        let form = ProductForm { view: answering.view, interface: Interface::V2, shape: self.parts.number() };
        self.services.kept.products(form, self.head, count)
    }

    fn write(
        &self,
        json: &mut JsonText,
        answering: &Answering,
        product: PublicProduct<'_>,
        detail: Option<&ProductDetail>,
    ) -> Result<(), ApiError> {
        let view = ProductView { catalog: &answering.catalog, viewer: &self.request.caller.viewer, parts: self.parts };
        ProductBody::new(view, product, detail).write(json).map_err(ApiError::internal)
    }
}
