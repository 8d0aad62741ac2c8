//! The columns of a price list, and what is in them.

use super::Column;
use super::table::{Cell, Head};
use catalog_domain::pricing::{Pricing, ShownPrice, Viewer};
use catalog_domain::products::UNKNOWN_VENDOR;
use catalog_domain::values::Language;
use catalog_index::{Catalog, PublicProduct};

/// Of every column in the usual order, its head in Russian, and its width in a workbook in characters.
const HEADS: [(&str, u16); 12] = [
    ("Артикул", 20),
    ("Наименование", 36),
    ("Полное наименование", 60),
    ("Производитель", 24),
    ("Раздел", 28),
    ("Розничная цена", 16),
    ("Ваша цена", 16),
    ("Цена со скидкой", 16),
    ("Валюта", 10),
    ("В наличии", 12),
    ("В пути", 12),
    ("Ссылка", 60),
];

pub(super) fn head(column: Column, language: Language) -> Head {
    let (russian, width) = HEADS[column as usize];
    let text = match language {
        Language::English => column.name(),
        Language::Russian => russian,
    };
    Head { text, width }
}

/// A product as its viewer sees it.
pub(super) struct Row<'a> {
    catalog: &'a Catalog,
    public: PublicProduct<'a>,
    pricing: Pricing<'a>,
}

impl<'a> Row<'a> {
    pub(super) fn new(catalog: &'a Catalog, viewer: &'a Viewer, public: PublicProduct<'a>) -> Self {
        // No column is about other levels.
        Self { catalog, public, pricing: Pricing::for_viewer(&public.product.offer, viewer, &[]) }
    }

    pub(super) fn cell(&self, column: Column) -> Cell<'a> {
        let Self { catalog, public, pricing } = self;
        let product = public.product;
        match column {
            Column::StockNumber => Cell::Text(product.stock_number()),
            Column::Name => Cell::Text(product.name()),
            Column::FullName => Cell::Text(product.full_name()),
            Column::Vendor if public.vendor.id == UNKNOWN_VENDOR => Cell::Text(""),
            Column::Vendor => Cell::Text(public.vendor.name),
            Column::Section => {
                let sections = catalog.sections();
                let section = sections.find(public.primary_section).map(|index| &sections.node(index).section);
                Cell::Text(section.map_or("", |section| &section.name))
            }
            Column::Retail => amount(pricing.retail),
            Column::Personal => amount(pricing.personal.price),
            Column::Sale if pricing.sale.active => amount(pricing.sale.price),
            Column::Sale => Cell::Amount(None),
            Column::Currency => Cell::Text("USD"),
            Column::InStock => Cell::Count(product.offer.in_stock()),
            Column::Shipping => Cell::Count(product.offer.shipping),
            Column::Url => Cell::Text(product.url_group().full),
        }
    }
}

/// Only what anybody could buy for: administrators see amounts on request elsewhere.
fn amount(price: ShownPrice) -> Cell<'static> {
    Cell::Amount(price.value.filter(|_| !price.on_request))
}
