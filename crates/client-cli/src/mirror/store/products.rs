//! Products: written with everything that belongs to them, deleted when no mirrored section has them.

use crate::mirror::store::Form;
use crate::mirror::store::schema::{mirrored_products, prices, product_sections, products, stock, warehouse_stock};
use catalog_client::{LevelPrice, Price, Product, ProductVersion};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::upsert::excluded;

/// Inserts or replaces a product. One that is stored already is left alone, and so is a newer one if `is_event`: that
/// came with the feed of another section.
pub(super) fn write(
    connection: &mut SqliteConnection,
    form: Form,
    product: &Product,
    is_event: bool,
) -> anyhow::Result<()> {
    let (body, version) = (form.body(product)?, version_of(product));
    let stored = products::table.find(&product.stock_number).select((products::body, products::version));
    if let Some((stored, stored_version)) = stored.first::<(String, Option<i64>)>(connection).optional()? {
        let is_newer = version.is_some() && stored_version > version;
        if (stored == body && stored_version == version) || (is_event && is_newer) {
            return Ok(());
        }
    }
    match form {
        Form::Documents => {
            diesel::delete(products::table.find(&product.stock_number)).execute(connection)?;
            let row = (
                products::stock_number.eq(&product.stock_number),
                products::body.eq(&*body),
                products::version.eq(version),
            );
            diesel::insert_into(products::table).values(row).execute(connection)?;
        }
        Form::Tables => {
            delete_rows(connection, &product.stock_number)?;
            insert_rows(connection, product, &body)?;
        }
    }
    Ok(())
}

/// Deletes the rows of a product in every table: another program may have deleted some of them.
pub(super) fn delete_rows(connection: &mut SqliteConnection, number: &str) -> QueryResult<()> {
    diesel::delete(prices::table.filter(prices::stock_number.eq(number))).execute(connection)?;
    diesel::delete(stock::table.filter(stock::stock_number.eq(number))).execute(connection)?;
    diesel::delete(warehouse_stock::table.filter(warehouse_stock::stock_number.eq(number))).execute(connection)?;
    diesel::delete(product_sections::table.filter(product_sections::stock_number.eq(number))).execute(connection)?;
    diesel::delete(products::table.find(number)).execute(connection).map(drop)
}

pub(super) fn insert_rows(connection: &mut SqliteConnection, product: &Product, body: &str) -> QueryResult<()> {
    insert_row(connection, product, body)?;
    insert_prices(connection, product)?;
    insert_stock(connection, product)?;
    insert_sections(connection, product)
}

fn version_of(product: &Product) -> Option<i64> {
    product.version.and_then(|version| i64::try_from(version).ok())
}

fn insert_row(connection: &mut SqliteConnection, product: &Product, body: &str) -> QueryResult<usize> {
    let row = (
        products::stock_number.eq(&product.stock_number),
        products::name.eq(&product.name),
        products::full_name.eq(&product.full_name),
        products::url.eq(&*product.url.full),
        products::vendor_id.eq(&product.vendor.id),
        products::vendor_name.eq(&product.vendor.name),
        products::preview_url.eq(&product.media.preview),
        products::primary_section_id.eq(&product.primary_section_id),
        products::content_updated_at.eq(&product.content_updated_at),
        products::commercial_updated_at.eq(&product.commercial_updated_at),
        products::body.eq(body),
        products::version.eq(version_of(product)),
    );
    diesel::insert_into(products::table).values(row).execute(connection)
}

fn insert_prices(connection: &mut SqliteConnection, product: &Product) -> QueryResult<()> {
    let pricing = &product.pricing;
    let sale = Price { value: pricing.sale.value, on_request: pricing.sale.on_request };
    let without_level =
        |price: &Price| LevelPrice { level: String::new(), value: price.value, on_request: price.on_request };
    let base = [
        ("retail", without_level(&pricing.retail), true),
        ("personal", pricing.personal.clone(), true),
        ("sale", without_level(&sale), pricing.sale.active),
    ];
    let levels = pricing.levels.iter().flatten().map(|price| ("level", price.clone(), true));
    for (kind, price, is_active) in base.into_iter().chain(levels) {
        let row = (
            prices::stock_number.eq(&product.stock_number),
            prices::kind.eq(kind),
            prices::level.eq(&price.level),
            prices::currency.eq(&pricing.currency),
            prices::ten_thousandths.eq(price.value.map(|amount| amount.ten_thousandths)),
            prices::on_request.eq(price.on_request),
            prices::is_active.eq(is_active),
        );
        diesel::insert_into(prices::table).values(row).execute(connection)?;
    }
    Ok(())
}

fn insert_stock(connection: &mut SqliteConnection, product: &Product) -> QueryResult<()> {
    let row = (
        stock::stock_number.eq(&product.stock_number),
        stock::in_stock.eq(product.availability.in_stock),
        stock::shipping.eq(product.availability.shipping),
    );
    diesel::insert_into(stock::table).values(row).execute(connection)?;
    for warehouse in product.warehouses.iter().flatten() {
        let row = (
            warehouse_stock::stock_number.eq(&product.stock_number),
            warehouse_stock::warehouse_id.eq(&*warehouse.id),
            warehouse_stock::warehouse_name.eq(&*warehouse.name),
            warehouse_stock::quantity.eq(warehouse.quantity),
        );
        diesel::insert_into(warehouse_stock::table).values(row).execute(connection)?;
    }
    Ok(())
}

fn insert_sections(connection: &mut SqliteConnection, product: &Product) -> QueryResult<()> {
    for section in product.sections.iter().flatten() {
        let row = (
            product_sections::stock_number.eq(&product.stock_number),
            product_sections::section_id.eq(&section.id),
            product_sections::is_primary.eq(section.is_primary),
        );
        diesel::insert_into(product_sections::table).values(row).execute(connection)?;
    }
    Ok(())
}

/// A section has the product as of this generation.
pub(super) fn add_to_section(
    connection: &mut SqliteConnection,
    section: &str,
    stock_number: &str,
    generation: i64,
) -> QueryResult<usize> {
    let row = (
        mirrored_products::section_id.eq(section),
        mirrored_products::stock_number.eq(stock_number),
        mirrored_products::generation.eq(generation),
    );
    diesel::insert_into(mirrored_products::table)
        .values(row)
        .on_conflict((mirrored_products::section_id, mirrored_products::stock_number))
        .do_update()
        .set(mirrored_products::generation.eq(excluded(mirrored_products::generation)))
        .execute(connection)
}

/// Deletes a product that no mirrored section has.
pub(super) fn delete_unless_mirrored(connection: &mut SqliteConnection, stock_number: &str) -> QueryResult<usize> {
    let holders = mirrored_products::table.filter(mirrored_products::stock_number.eq(products::stock_number));
    let product = products::table.filter(products::stock_number.eq(stock_number)).filter(not(exists(holders)));
    diesel::delete(product).execute(connection)
}

/// Deletes all products that no mirrored section has.
pub(super) fn delete_all_not_mirrored(connection: &mut SqliteConnection) -> QueryResult<usize> {
    let holders = mirrored_products::table.filter(mirrored_products::stock_number.eq(products::stock_number));
    diesel::delete(products::table.filter(not(exists(holders)))).execute(connection)
}

/// Takes all products from a section, and deletes those that no other one has. Returns how many the section had.
pub(super) fn empty_section(connection: &mut SqliteConnection, section: &str) -> QueryResult<usize> {
    let of_section = mirrored_products::table.filter(mirrored_products::section_id.eq(section));
    let count = diesel::delete(of_section).execute(connection)?;
    delete_all_not_mirrored(connection)?;
    Ok(count)
}

/// The products of a section with their versions, 0 for those that have none.
pub(super) fn versions(connection: &mut SqliteConnection, section: &str) -> anyhow::Result<Vec<ProductVersion>> {
    let rows = mirrored_products::table
        .inner_join(products::table.on(products::stock_number.eq(mirrored_products::stock_number)))
        .filter(mirrored_products::section_id.eq(section))
        .select((products::stock_number, products::version))
        .load::<(String, Option<i64>)>(connection)?;
    let version = |version: Option<i64>| version.and_then(|version| u64::try_from(version).ok()).unwrap_or(0);
    Ok(rows.into_iter().map(|row| ProductVersion { stock_number: row.0, version: version(row.1) }).collect())
}
