//! The values that the indexes need of every product, by ordinal: looked up once, in narrow columns.

use super::column::Column;
use super::product_list::ProductList;
use super::section_links::SectionLinks;
use super::vendors::VendorTable;
use catalog_domain::pricing::{HasPrice, Offer, PriceLevel};
use catalog_domain::products::{Product, Vendor};
use catalog_domain::sections::{NodeIndex, SectionTree};
use hashbrown::HashMap;

/// Columns over the list of all active products. Cloning them shares everything.
#[derive(Debug, Clone)]
pub(super) struct ProductColumns {
    /// The public sections it is linked to; none: it is not public.
    pub(super) links: SectionLinks,
    pub(super) rows: Column<Row>,
}

impl ProductColumns {
    pub(super) fn new(list: &ProductList, sections: &SectionTree) -> (Self, VendorTable) {
        let links = SectionLinks::new(list, sections);
        let public = list.ordinals(|product| product.stock_number().len()).filter(|ordinal| links.has_any(*ordinal));
        let vendors = VendorTable::new(public.map(|ordinal| list.get(ordinal)));
        let mut reader = ProductReader::new(list, &links, sections, &vendors);
        let ordinals = list.ordinals(|product| usize::from(product.offer.is_available()));
        let rows = Column::new(list.layout.column, Row::default(), ordinals.map(|ordinal| reader.read(ordinal)));
        (Self { links, rows }, vendors)
    }
}

/// One product in all columns but the links. That of a product that is not public means nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) primary_section: NodeIndex,
    pub(super) vendor: u32,
    pub(super) flags: OfferFlags,
}

pub(super) struct ProductReader<'a> {
    list: &'a ProductList,
    links: &'a SectionLinks,
    sections: &'a SectionTree,
    vendors: &'a VendorTable,
    /// Positions of vendors by address: products share vendors.
    known: HashMap<*const Vendor, u32>,
    retail: PriceLevel,
}

impl<'a> ProductReader<'a> {
    pub(super) fn new(
        list: &'a ProductList,
        links: &'a SectionLinks,
        sections: &'a SectionTree,
        vendors: &'a VendorTable,
    ) -> Self {
        Self { list, links, sections, vendors, known: HashMap::new(), retail: PriceLevel::retail() }
    }

    pub(super) fn read(&mut self, ordinal: u32) -> Row {
        let linked = self.links.of(ordinal);
        let Some(first) = linked.first() else {
            return Row::default();
        };
        let product = self.list.get(ordinal);
        let vendor = product.vendor.as_deref();
        let address = vendor.map_or(std::ptr::null(), std::ptr::from_ref);
        Row {
            primary_section: primary_section(product, linked, self.sections).unwrap_or(*first),
            vendor: *self.known.entry(address).or_insert_with(|| self.vendors.index_of(vendor)),
            flags: OfferFlags::of(&product.offer, &self.retail),
        }
    }
}

/// The source's choice, when it is public.
fn primary_section(product: &Product, linked: &[NodeIndex], sections: &SectionTree) -> Option<NodeIndex> {
    let chosen = product.sections.primary()?;
    linked.iter().copied().find(|node| sections.id(*node) == chosen)
}

/// Yes or no questions about an offer, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct OfferFlags(u8);

impl OfferFlags {
    const AVAILABLE: u8 = 1;
    const SALE: u8 = 2;
    const PRICED_FOR_ALL: u8 = 4;
    const PRICED_BY_LEVEL: u8 = 8;

    /// The flags of `offer`. `retail` is passed in because making a level allocates, and this runs for every product.
    pub(super) fn of(offer: &Offer, retail: &PriceLevel) -> Self {
        let mut flags = 0;
        if offer.is_available() {
            flags |= Self::AVAILABLE;
        }
        if offer.sale {
            flags |= Self::SALE;
        }
        // The two parts of `HasPrice`: the price for everybody, and the price of a level only.
        if HasPrice::of(offer, retail).is_priced() {
            flags |= Self::PRICED_FOR_ALL;
        } else if !offer.hide_prices {
            flags |= Self::PRICED_BY_LEVEL;
        }
        Self(flags)
    }

    /// Whether at least one warehouse has a positive stock.
    pub(super) fn is_available(self) -> bool {
        self.0 & Self::AVAILABLE != 0
    }

    pub(super) fn is_on_sale(self) -> bool {
        self.0 & Self::SALE != 0
    }

    /// Whether everybody gets a price: not hidden, with a retail or valid sale price.
    pub(super) fn is_priced_for_all(self) -> bool {
        self.0 & Self::PRICED_FOR_ALL != 0
    }

    /// Whether only users of some level may get a price.
    pub(super) fn is_priced_by_level(self) -> bool {
        self.0 & Self::PRICED_BY_LEVEL != 0
    }
}
