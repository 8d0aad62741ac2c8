//! Products as JSON: written from the catalog, or, with parts that the store has, taken from what is kept, else read and kept.

use crate::answer::Answering;
use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductView};
use crate::extract::Admitted;
use crate::params::{Parameters, ProductParts};
use actix_web::web::{Bytes, Data};
use catalog_domain::catalog::{Catalog, PublicProduct};
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::product::prefetch;
use catalog_domain::viewer::Viewer;
use http_common::{DetailedCatalog, Effort, JsonText, KeptAnswers, ProductForm, Services, ShownProducts, read_details};
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

/// Shows the products that `choose` finds in a catalog with `parts`, after `head` in the data. A store is asked only when a
/// part is wanted that it has, and for those products only of which it is not kept.
///
/// # Errors
/// Those of `choose`, and when parts cannot be read, or there is no room for the work.
pub(crate) async fn show_products<P: Parameters, T: Send + 'static>(
    request: &Admitted<P>,
    services: &Data<Services>,
    answering: Answering,
    (parts, head, effort): (ProductParts, &'static str, Effort),
    choose: impl for<'c> Fn(&'c Catalog) -> Result<Choice<'c, T>, ApiError> + Send + Sync + 'static,
) -> Result<Shown<T>, ApiError> {
    let work = services.work_for(request.caller.requester());
    let writer = Arc::new(ProductWriter { viewer: request.caller.viewer.clone(), parts, head });
    let choose = Arc::new(choose);
    let first = {
        let (writer, choose, services) = (Arc::clone(&writer), Arc::clone(&choose), services.clone());
        move || writer.write_what_is_at_hand(&services.kept, answering, &*choose)
    };
    let (answering, kept) = match work.run(effort, first).await?? {
        AtHand::All(shown) => return Ok(shown),
        AtHand::Some(answering, kept) => (answering, kept),
    };
    let is_begun = |catalog: &Catalog| std::ptr::eq(catalog, &*answering.catalog);
    let stock_numbers = |catalog: &Catalog| {
        let chosen = choose(catalog)?.products.into_iter().enumerate();
        let missing = chosen.filter(|(at, _)| !is_begun(catalog) || kept.get(*at).is_none_or(Option::is_none));
        Ok(missing.map(|(_, chosen)| chosen.product.stock_number().into()).collect())
    };
    let DetailedCatalog { catalog, details } = read_details(services, parts.stored, stock_numbers).await?;
    let (answering, kept) =
        if is_begun(&catalog) { (answering, kept) } else { (request.begin(services, catalog), Vec::new()) };
    let services = services.clone();
    let rest = move || writer.write_with_details(&services.kept, answering, (&kept, &details), &*choose);
    work.run(effort, rest).await?
}

/// What could be shown without a store.
enum AtHand<T> {
    /// Everything.
    All(Shown<T>),
    /// Some of the products, by their places.
    Some(Answering, Vec<Option<Bytes>>),
}

/// How many products are brought into the processor's caches at a time: few enough to stay there until they are written.
const PREFETCHED: usize = 32;

/// Writes products as JSON for one request.
struct ProductWriter {
    viewer: Viewer,
    parts: ProductParts,
    head: &'static str,
}

impl ProductWriter {
    /// Writes the products if they have no part that the store has, or all of them are kept.
    fn write_what_is_at_hand<T>(
        &self,
        kept: &KeptAnswers,
        answering: Answering,
        choose: impl for<'c> Fn(&'c Catalog) -> Result<Choice<'c, T>, ApiError>,
    ) -> Result<AtHand<T>, ApiError> {
        let Choice { products, about } = choose(&answering.catalog)?;
        if self.parts.stored == PartSelection::NONE {
            let products = self.write_from_memory(&answering, &products)?;
            return Ok(AtHand::All(Shown { products, about, answering }));
        }
        let form = self.form(&answering);
        let found: Vec<_> = products.iter().map(|product| kept.product(form, product.ordinal)).collect();
        drop(products);
        if !found.iter().all(Option::is_some) {
            return Ok(AtHand::Some(answering, found));
        }
        let mut products = ShownProducts::new(self.head, found.len());
        found.iter().flatten().for_each(|json| products.add_written(json));
        Ok(AtHand::All(Shown { products, about, answering }))
    }

    /// The products without a part that the store has. They are written each time: that takes a fraction of a microsecond, in
    /// a catalog of any size and for any number of price levels, where only some could be kept.
    fn write_from_memory(
        &self,
        answering: &Answering,
        products: &[PublicProduct<'_>],
    ) -> Result<ShownProducts, ApiError> {
        let mut shown = ShownProducts::new(self.head, products.len());
        for some in products.chunks(PREFETCHED) {
            prefetch(some.iter().map(|public| public.product));
            for product in some {
                shown.add(|json| self.write(json, answering, *product, None))?;
            }
        }
        Ok(shown)
    }

    /// Writes the products, those that were found as they are, the others with the next of `details`, and keeps these.
    fn write_with_details<T>(
        &self,
        kept: &KeptAnswers,
        answering: Answering,
        (found, details): (&[Option<Bytes>], &[ProductDetail]),
        choose: impl for<'c> Fn(&'c Catalog) -> Result<Choice<'c, T>, ApiError>,
    ) -> Result<Shown<T>, ApiError> {
        let Choice { products, about } = choose(&answering.catalog)?;
        let form = self.form(&answering);
        let (mut shown, mut details) = (ShownProducts::new(self.head, products.len()), details.iter());
        for (at, product) in products.into_iter().enumerate() {
            if let Some(Some(json)) = found.get(at) {
                shown.add_written(json);
            } else {
                let json = shown.add(|json| self.write(json, &answering, product, details.next()))?;
                kept.keep_product(form, product.ordinal, json);
            }
        }
        Ok(Shown { products: shown, about, answering })
    }

    /// Under what products are kept.
    fn form(&self, answering: &Answering) -> ProductForm {
        ProductForm { view: answering.view, parts: self.parts.number() }
    }

    fn write(
        &self,
        json: &mut JsonText,
        answering: &Answering,
        product: PublicProduct<'_>,
        detail: Option<&ProductDetail>,
    ) -> Result<(), ApiError> {
        let view = ProductView { catalog: &answering.catalog, viewer: &self.viewer, parts: self.parts };
        ProductBody::new(view, product, detail).write(json).map_err(ApiError::internal)
    }
}
