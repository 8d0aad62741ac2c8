//! Whether the tables agree with each other: the rows of each product are what follows from its stored body, and there
//! is nothing beside them.

use super::products::{delete_all_not_mirrored, delete_rows, insert_rows};
use super::schema::{SETTINGS, TABLES, products};
use catalog_client::Product;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use serde_json::{Value, json};

/// The rows of a product as one text, without its body and its version.
const ROWS: &str = "SELECT json_array(
    (SELECT json_array(name, full_name, url, vendor_id, vendor_name, preview_url, primary_section_id, content_updated_at,
        commercial_updated_at) FROM products WHERE stock_number = ?1),
    (SELECT json_group_array(json_array(kind, level, currency, ten_thousandths, on_request, is_active))
        FROM (SELECT * FROM prices WHERE stock_number = ?1 ORDER BY kind, level)),
    (SELECT json_array(in_stock, shipping) FROM stock WHERE stock_number = ?1),
    (SELECT json_group_array(json_array(warehouse_id, warehouse_name, quantity))
        FROM (SELECT * FROM warehouse_stock WHERE stock_number = ?1 ORDER BY warehouse_id)),
    (SELECT json_group_array(json_array(section_id, is_primary))
        FROM (SELECT * FROM product_sections WHERE stock_number = ?1 ORDER BY section_id))
    ) AS line";

/// Rows of products that are not there.
const SURPLUS: [&str; 4] = ["prices", "stock", "warehouse_stock", "product_sections"];

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// What verification of the tables came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TableCheck {
    pub(crate) products: usize,
    /// Those whose rows were others.
    pub(crate) repaired: Vec<String>,
    /// How many products and rows of products were there that the mirror has not stored.
    pub(crate) surplus: usize,
}

/// Compares the rows of every product with those that follow from its body, and repairs them, in one transaction.
pub(super) fn check(connection: &mut SqliteConnection) -> anyhow::Result<TableCheck> {
    let mut expected = SqliteConnection::establish(":memory:")?;
    expected.batch_execute(SETTINGS)?;
    expected.batch_execute(TABLES)?;
    connection.immediate_transaction(|connection| {
        let mut found = TableCheck { surplus: delete_all_not_mirrored(connection)?, ..TableCheck::default() };
        for table in SURPLUS {
            let orphans = format!("DELETE FROM {table} WHERE stock_number NOT IN (SELECT stock_number FROM products)");
            found.surplus += diesel::sql_query(orphans).execute(connection)?;
        }
        let numbers: Vec<String> = products::table.select(products::stock_number).load(connection)?;
        for number in numbers {
            found.products += 1;
            let body: String = products::table.find(&number).select(products::body).first(connection)?;
            let Some(product) = product_of(&body) else {
                // The server has what it should be.
                diesel::update(products::table.find(&number))
                    .set(products::version.eq(None::<i64>))
                    .execute(connection)?;
                found.repaired.push(number);
                continue;
            };
            insert_rows(&mut expected, &product, &body)?;
            if rows(connection, &number)? != rows(&mut expected, &number)? {
                delete_rows(connection, &number)?;
                insert_rows(connection, &product, &body)?;
                found.repaired.push(number.clone());
            }
            delete_rows(&mut expected, &number)?;
        }
        Ok(found)
    })
}

fn rows(connection: &mut SqliteConnection, number: &str) -> QueryResult<String> {
    diesel::sql_query(ROWS).bind::<Text, _>(number).get_result(connection).map(|line: Line| line.line)
}

/// The product of a stored body, which names its sections by their ids only.
fn product_of(body: &str) -> Option<Product> {
    let mut body: Value = serde_json::from_str(body).ok()?;
    for section in body.get_mut("sections").and_then(Value::as_array_mut).into_iter().flatten() {
        let section = section.as_object_mut()?;
        section.insert("name".to_owned(), json!(""));
        section.insert("url".to_owned(), json!({"full": "", "host": "", "path": "", "slug": ""}));
    }
    serde_json::from_str(&body.to_string()).ok()
}
