//! The records of the import format (`docs/import-format.md`), each declared once for those who read and those who
//! write them.
//!
//! A record says which fields there are, in which order, and which of them may be left out. The types of their values
//! differ between readers and writers, so they are a parameter, [`Values`]: [`Checked`] ones are read, and refuse what
//! is wrong where it is; [`Stored`] ones are written from a store. Whoever writes as an upstream system does, in all
//! the forms that the format allows, has values of its own.

mod checked;
mod configurator;
mod given;
mod kind;
mod levels;
mod links;
mod object;
mod offer;
mod offer_table;
mod product;
mod product_type;
mod references;
mod section;
mod stored;
mod suggestion;
mod values;

pub use checked::{Checked, Identifier, Integer, Moment, PositiveInteger, Price, Role, StockNumber, Text, Url};
pub use configurator::{ConfiguratorDocument, OptionDocument, OptionGroupDocument};
pub use given::Given;
pub use kind::RecordKind;
pub use levels::LevelsDocument;
pub use links::{LinkDocument, LinksDocument};
pub use object::Object;
pub use offer::{OfferDocument, OfferRecordDocument, StockDocument};
pub use offer_table::{OfferTable, csv_cell};
pub use product::{FeatureDocument, FilterValueDocument, PhotoDocument, ProductDocument, SeoDocument, VendorDocument};
pub use product_type::{FieldDocument, GroupDocument, ProductTypeDocument};
pub use references::{DeletedDocument, PriceLevelDocument, WarehouseDocument};
pub use section::{FilterDocument, SectionDocument};
pub use stored::{Stored, StoredPrice, moment};
pub use suggestion::closest_name;
pub use values::{Readable, Values, Writable};
