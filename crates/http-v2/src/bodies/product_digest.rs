//! Digests of sections (`docs/contract.md#product-digest`).

use catalog_documents::{DigestPart, ProductDigest, ProductVersion};
use catalog_domain::products::{self, Product};
use catalog_domain::sections::NodeIndex;
use catalog_index::Catalog;

pub(crate) fn digest_of_section(catalog: &Catalog, index: NodeIndex, changes_cursor: String) -> ProductDigest {
    let digest = catalog.section_digest(index);
    let part = |part: &products::ProductDigest| DigestPart { count: part.count, digest: part.to_string() };
    let whole = digest.whole();
    ProductDigest {
        count: Some(whole.count),
        digest: Some(whole.to_string()),
        parts: Some(digest.parts().iter().map(part).collect()),
        ..at_revision(catalog, index, changes_cursor)
    }
}

pub(crate) fn digest_of_part(catalog: &Catalog, index: NodeIndex, part: u8, changes_cursor: String) -> ProductDigest {
    let item = |product: &Product| ProductVersion {
        stock_number: product.stock_number().to_owned(),
        version: product.version.0.unsigned_abs(),
    };
    ProductDigest {
        part: Some(part),
        items: Some(catalog.digest_part(index, part).map(item).collect()),
        ..at_revision(catalog, index, changes_cursor)
    }
}

fn at_revision(catalog: &Catalog, index: NodeIndex, changes_cursor: String) -> ProductDigest {
    let (section_id, revision) = (catalog.sections().id(index).to_string(), catalog.revision().0);
    ProductDigest {
        section_id,
        revision,
        changes_cursor,
        count: None,
        digest: None,
        parts: None,
        part: None,
        items: None,
    }
}
