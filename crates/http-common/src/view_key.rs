//! What tells apart any two answers that could differ for other reasons than the question: the catalog, and how the
//! caller sees it.

use catalog_domain::catalog::Catalog;
use catalog_domain::fingerprint::{Fingerprint, FingerprintBuilder};
use catalog_domain::viewer::Viewer;

/// A catalog in the eyes of a viewer. Whoever has an equal one gets equal answers to equal questions; whoever sees
/// other prices has another one. Everything that is kept of answers is kept under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ViewKey(Fingerprint);

impl ViewKey {
    /// `catalog` as `viewer` sees it.
    #[must_use]
    pub fn of(catalog: &Catalog, viewer: &Viewer) -> Self {
        let mut builder = Self::begin(catalog);
        builder.text(viewer.role.name()).flag(viewer.may_see_configurator()).text(viewer.price_level.name());
        Self(builder.finish())
    }

    /// What every viewer sees alike of `catalog`: sections and their vendors and filters, but no price.
    #[must_use]
    pub fn shared(catalog: &Catalog) -> Self {
        Self(Self::begin(catalog).finish())
    }

    fn begin(catalog: &Catalog) -> FingerprintBuilder {
        let mut builder = FingerprintBuilder::new();
        // Another version of this software may shape its bodies differently.
        builder.fingerprint(catalog.identity()).text(env!("CARGO_PKG_VERSION"));
        builder
    }

    /// The view as a fingerprint.
    pub(crate) fn fingerprint(self) -> Fingerprint {
        self.0
    }
}
