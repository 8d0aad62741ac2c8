//! The part of a cache key that does not depend on the request: the catalog, and the caller's view of it.

use catalog_domain::pricing::Viewer;
use catalog_domain::values::{Fingerprint, FingerprintBuilder};
use catalog_index::Catalog;
use std::hash::{Hash, Hasher};

/// A catalog as a viewer sees it. Callers with equal keys get equal responses to equal requests; callers with other
/// prices have other keys. Everything cached for responses is cached under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ViewKey(Fingerprint);

impl ViewKey {
    /// `catalog` as `viewer` sees it.
    pub fn of(catalog: &Catalog, viewer: &Viewer) -> Self {
        let mut builder = Self::begin(catalog);
        builder.text(viewer.role.name()).flag(viewer.may_see_configurator()).text(viewer.price_level.name());
        Self(builder.finish())
    }

    /// The part of `catalog` that all viewers share: sections and their vendors and filters, but no price.
    pub fn shared(catalog: &Catalog) -> Self {
        Self(Self::begin(catalog).finish())
    }

    fn begin(catalog: &Catalog) -> FingerprintBuilder {
        let mut builder = FingerprintBuilder::new();
        // Another version of this software may build its bodies differently.
        builder.fingerprint(catalog.identity()).text(env!("CARGO_PKG_VERSION"));
        builder
    }

    /// The fingerprint of `question` in this view; it differs for any two questions, and views.
    pub fn fingerprint_of(self, question: impl Hash) -> Fingerprint {
        let mut builder = FingerprintBuilder::new();
        builder.fingerprint(self.0);
        let mut hasher = FingerprintHasher(builder);
        question.hash(&mut hasher);
        hasher.0.finish()
    }
}

/// Collects what a value feeds to a hasher, which is different for any two values of a type, to make a fingerprint of
/// it.
struct FingerprintHasher(FingerprintBuilder);

impl Hasher for FingerprintHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.raw(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}
