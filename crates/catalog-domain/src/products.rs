//! Products and what belongs to them: vendors, types with their features, filter values, links and configurators.

pub mod configurator;
pub mod features;
pub mod filter;
pub mod parts;
pub mod product;
pub mod product_type;
pub mod resource;
pub mod vendor;

pub use configurator::{Configurator, ConfiguratorOption, OptionGroup};
pub use features::{ShownFeature, ShownFeatureGroup, public_features};
pub use filter::{FilterDefinition, FilterText, FilterValue, FilterValueList, ListedFilterValue, SharedFilterValue};
pub use parts::{FeatureValue, Photo, ProductParts, Seo};
pub use product::{
    LinkedSections, NamedTexts, Product, ProductTexts, STOCK_NUMBER_MAXIMUM_CHARACTERS, is_stock_number, prefetch,
};
pub use product_type::{FeatureField, FeatureGroup, FeatureRole, ProductType};
pub use resource::ResourceLink;
pub use vendor::{PublicVendor, UNKNOWN_VENDOR, Vendor, VendorCount, VendorNames};
