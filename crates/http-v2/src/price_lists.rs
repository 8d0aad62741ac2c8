//! Price lists: any list of products as a file for spreadsheets (`docs/contract.md#price-list`).

mod column;
mod csv_table;
mod get_linked_price_list;
mod get_search_price_list;
mod get_section_price_list;
mod respond;
mod sheet_name;
mod table;
mod workbook;
mod xlsx_table;

use crate::endpoint::Endpoint;
use workbook::as_workbook;

pub(crate) use get_search_price_list::get_search_price_list;
pub(crate) use get_section_price_list::get_section_price_list;
pub(crate) use http_common::params::PriceListColumn as Column;
pub(crate) use table::{Format, temporary_file};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        get_section_price_list::endpoint(),
        as_workbook(get_section_price_list::endpoint()),
        get_search_price_list::endpoint(),
        as_workbook(get_search_price_list::endpoint()),
        get_linked_price_list::endpoint(),
    ]
}
