//! Parts of products, read on demand: one query finds the products, and one more per wanted part reads it for all of them.

use super::reference_data::revision;
use crate::connection::StoreConnection;
use crate::dialect::TransactionMode;
use crate::failure::store_error;
use crate::rows::interner::Interner;
use crate::rows::part_documents::{decode_configurator, decode_features, decode_links, decode_photos};
use crate::schema::{product_contents as contents, product_resources as resources, products};
use crate::store::Store;
use catalog_domain::identifiers::CatalogRevision;
use catalog_domain::ports::{PartSelection, ProductDetail, ProductDetailBatch, ProductDetails, StoreError};
use catalog_domain::product_parts::Seo;
use diesel::prelude::*;
use std::collections::HashMap;

impl ProductDetails for Store {
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        self.transaction(TransactionMode::Snapshot, |connection| {
            let revision = revision(connection)?;
            let found = find_products(connection, stock_numbers)?;
            let unchanged_since = found.iter().map(|product| CatalogRevision(product.2)).max().unwrap_or_default();
            let id_of: HashMap<String, i64> = found.into_iter().map(|(number, id, _)| (number, id)).collect();
            let ids = id_of.values().copied().collect();
            let mut details = id_of.values().map(|id| (*id, ProductDetail::default())).collect();
            PartReader { connection, ids, details: &mut details }.read_all(wanted)?;
            let asked = stock_numbers.iter().map(|stock_number| id_of.get(&**stock_number));
            let details = asked.map(|id| id.and_then(|id| details.get(id)).cloned()).collect();
            Ok(ProductDetailBatch { revision, unchanged_since, details })
        })
    }
}

/// Stock number, id and latest revision of the products that the store has. A text with a NUL is no stock number, and
/// PostgreSQL refuses to see one.
fn find_products(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
) -> Result<Vec<(String, i64, i64)>, StoreError> {
    let possible = stock_numbers.iter().map(|text| &**text).filter(|text| !text.contains('\0'));
    products::table
        .filter(products::stock_number.eq_any(possible.collect::<Vec<_>>()))
        .select((products::stock_number, products::id, products::revision))
        .load(connection)
        .map_err(store_error)
}

struct PartReader<'a> {
    connection: &'a mut StoreConnection,
    ids: Vec<i64>,
    details: &'a mut HashMap<i64, ProductDetail>,
}

/// Reads some columns of the products' rows in one table: `(id, column...)` for each row.
macro_rules! part_rows {
    ($reader:ident, $table:ident, $($column:ident),+) => {
        $table::table
            .filter($table::product_id.eq_any(&$reader.ids))
            .select(($table::product_id, $($table::$column),+))
            .load($reader.connection)
            .map_err(store_error)?
    };
}

impl PartReader<'_> {
    fn read_all(&mut self, wanted: PartSelection) -> Result<(), StoreError> {
        type PartRead<'a> = fn(&mut PartReader<'a>) -> Result<(), StoreError>;
        let reads: [(bool, PartRead<'_>); 7] = [
            (wanted.description, PartReader::read_descriptions),
            (wanted.photos, PartReader::read_photos),
            (wanted.seo, PartReader::read_seo),
            (wanted.features, PartReader::read_features),
            (wanted.configurator, PartReader::read_configurators),
            (wanted.documentation, PartReader::read_documentation),
            (wanted.software, PartReader::read_software),
        ];
        reads.into_iter().filter(|(wanted, _)| *wanted).try_for_each(|(_, read)| read(self))
    }

    fn detail(&mut self, id: i64) -> &mut ProductDetail {
        self.details.entry(id).or_default()
    }

    fn read_descriptions(&mut self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> = part_rows!(self, contents, description);
        for (id, description) in rows {
            self.detail(id).description = description.into();
        }
        Ok(())
    }

    fn read_photos(&mut self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> = part_rows!(self, contents, photos);
        for (id, photos) in rows {
            self.detail(id).photos = decode_photos(&photos)?;
        }
        Ok(())
    }

    fn read_seo(&mut self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String, String)> = part_rows!(self, contents, seo_title, seo_html);
        for (id, title, html) in rows {
            self.detail(id).seo = Seo { title: title.into(), html: html.into() };
        }
        Ok(())
    }

    fn read_features(&mut self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> = part_rows!(self, contents, features);
        for (id, features) in rows {
            self.detail(id).features = decode_features(&features)?;
        }
        Ok(())
    }

    fn read_configurators(&mut self) -> Result<(), StoreError> {
        let rows: Vec<(i64, Option<String>)> = part_rows!(self, contents, configurator);
        let mut interner = Interner::default();
        for (id, configurator) in rows {
            let configurator = configurator.map(|text| decode_configurator(&text, &mut interner)).transpose()?;
            self.detail(id).configurator = configurator;
        }
        Ok(())
    }

    fn read_documentation(&mut self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> = part_rows!(self, resources, documentation);
        for (id, links) in rows {
            self.detail(id).documentation = decode_links(&links, "product_resources.documentation")?;
        }
        Ok(())
    }

    fn read_software(&mut self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> = part_rows!(self, resources, software);
        for (id, links) in rows {
            self.detail(id).software = decode_links(&links, "product_resources.software")?;
        }
        Ok(())
    }
}
