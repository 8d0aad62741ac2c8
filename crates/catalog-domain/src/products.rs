//! Products and what belongs to them: vendors, types with their features, filter values, links and configurators.

pub(crate) mod configurator;
pub(crate) mod digest;
pub(crate) mod features;
pub(crate) mod filter;
pub(crate) mod parts;
pub(crate) mod product;
pub(crate) mod product_type;
pub(crate) mod vendor;

pub use configurator::{Configurator, ConfiguratorOption, OptionGroup};
pub use digest::{DIGEST_PARTS, ProductDigest, ProductMark, SectionDigest};
pub use features::{ShownFeature, ShownFeatureGroup, public_features};
pub use filter::{FilterDefinition, FilterText, FilterValue, FilterValueList, ListedFilterValue, SharedFilterValue};
pub use parts::{FeatureValue, Photo, ProductParts, ResourceLink, Seo};
pub use product::{
    LinkedSections, NamedTexts, Product, ProductTexts, STOCK_NUMBER_MAXIMUM_CHARACTERS, is_stock_number,
};
pub use product_type::{FeatureField, FeatureGroup, FeatureRole, ProductType};
pub use vendor::{PublicVendor, UNKNOWN_VENDOR, Vendor, VendorNames};
