//! Parts of products, read on demand: one query finds the products, and one more per table reads the wanted parts of
//! all of them.

use super::reference_data::revision;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::interner::Interner;
use crate::rows::part_documents::{decode_configurator, decode_features, decode_links, decode_photos};
use crate::schema::{product_contents as contents, product_resources as resources, products};
use crate::store::Store;
use catalog_domain::ports::{PartSelection, ProductDetail, ProductDetailBatch, ProductDetails, StoreError};
use catalog_domain::products::Seo;
use catalog_domain::values::CatalogRevision;
use diesel::dsl::case_when;
use diesel::sql_types::Bool;
use std::collections::HashMap;

impl ProductDetails for Store {
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        self.snapshot(|connection| {
            let revision = revision(connection)?;
            let found = find_products(connection, stock_numbers)?;
            let unchanged_since = found.iter().map(|product| CatalogRevision(product.2)).max().unwrap_or_default();
            let id_of: HashMap<String, i64> = found.into_iter().map(|(number, id, _)| (number, id)).collect();
            let ids = id_of.values().copied().collect();
            let mut details = id_of.values().map(|id| (*id, ProductDetail::default())).collect();
            PartReader { connection, ids, details: &mut details }.read_all(wanted)?;
            let requested = stock_numbers.iter().map(|stock_number| id_of.get(&**stock_number).copied());
            Ok(ProductDetailBatch { revision, unchanged_since, details: in_order(details, requested) })
        })
    }
}

/// Stock number, id and latest revision of the products that the store has. A text with a NUL is not a stock number,
/// and PostgreSQL rejects it.
fn find_products(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
) -> Result<Vec<(String, i64, i64)>, StoreError> {
    let possible = stock_numbers.iter().map(|text| &**text).filter(|text| !text.contains('\0'));
    products::table
        .filter(products::stock_number.eq_any(possible.collect::<Vec<_>>()))
        .select((products::stock_number, products::id, products::revision))
        .load(connection)
}

/// The details of the `requested` products. One that is requested again is copied.
fn in_order(
    mut details: HashMap<i64, ProductDetail>,
    requested: impl Iterator<Item = Option<i64>>,
) -> Vec<Option<ProductDetail>> {
    let mut places = HashMap::new();
    let mut ordered: Vec<Option<ProductDetail>> = Vec::new();
    for (at, id) in requested.enumerate() {
        let detail = id.and_then(|id| {
            let first = *places.entry(id).or_insert(at);
            if first == at { details.remove(&id) } else { ordered[first].clone() }
        });
        ordered.push(detail);
    }
    ordered
}

struct PartReader<'a> {
    connection: &'a mut StoreConnection,
    ids: Vec<i64>,
    details: &'a mut HashMap<i64, ProductDetail>,
}

/// Reads the wanted ones of some columns of the products' rows in one table: `(id, column...)` for each row, `None` for
/// a column that is not wanted. A row is long, so what is not wanted is not read.
macro_rules! part_rows {
    ($reader:ident, $table:ident, $($wanted:expr => $column:ident),+) => {
        $table::table
            .filter($table::product_id.eq_any(&$reader.ids))
            .select(($table::product_id, $(case_when($wanted.into_sql::<Bool>(), $table::$column)),+))
            .load($reader.connection)?
    };
}

/// The wanted parts of a product in its row of contents: description, photos, title and text for search engines,
/// features, configurator.
type ContentsRow =
    (i64, Option<String>, Option<String>, Option<String>, Option<String>, Option<String>, Option<String>);

impl PartReader<'_> {
    fn read_all(&mut self, wanted: PartSelection) -> Result<(), StoreError> {
        let PartSelection { description, photos, seo, features, configurator, documentation, software } = wanted;
        if description || photos || seo || features || configurator {
            self.read_contents(wanted)?;
        }
        if documentation || software {
            self.read_resources(wanted)?;
        }
        Ok(())
    }

    fn detail(&mut self, id: i64) -> &mut ProductDetail {
        self.details.entry(id).or_default()
    }

    fn read_contents(&mut self, wanted: PartSelection) -> Result<(), StoreError> {
        let rows: Vec<ContentsRow> = part_rows!(
            self, contents,
            wanted.description => description,
            wanted.photos => photos,
            wanted.seo => seo_title,
            wanted.seo => seo_html,
            wanted.features => features,
            wanted.configurator => configurator
        );
        let mut interner = Interner::default();
        for (id, description, photos, title, html, features, configurator) in rows {
            let detail = self.detail(id);
            detail.description = description.unwrap_or_default().into();
            detail.photos = photos.map(|text| decode_photos(&text)).transpose()?.unwrap_or_default();
            detail.seo = Seo { title: title.unwrap_or_default().into(), html: html.unwrap_or_default().into() };
            detail.features = features.map(|text| decode_features(&text)).transpose()?.unwrap_or_default();
            let configurator = configurator.map(|text| decode_configurator(&text, &mut interner));
            detail.configurator = configurator.transpose()?;
        }
        Ok(())
    }

    fn read_resources(&mut self, wanted: PartSelection) -> Result<(), StoreError> {
        let rows: Vec<(i64, Option<String>, Option<String>)> = part_rows!(
            self, resources,
            wanted.documentation => documentation,
            wanted.software => software
        );
        for (id, documentation, software) in rows {
            let links = |text: Option<String>, column| {
                let links = text.map(|text| decode_links(&text, column)).transpose();
                links.map(Option::unwrap_or_default)
            };
            let detail = self.detail(id);
            detail.documentation = links(documentation, "product_resources.documentation")?;
            detail.software = links(software, "product_resources.software")?;
        }
        Ok(())
    }
}
