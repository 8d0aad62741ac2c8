//! The properties of a product that have wrappers without being features, and the ids that represent their fields.
//!
//! The ids are negative, so that no feature field of the source can have one, and are never given a new meaning.

/// A base property of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseField {
    /// The `field_id` of its wrapper.
    pub id: i64,
    /// The `uid` of its wrapper, which is also its key in an item.
    pub uid: &'static str,
    /// The `name` of its wrapper.
    pub name: &'static str,
}

const fn field(id: i64, uid: &'static str, name: &'static str) -> BaseField {
    BaseField { id, uid, name }
}

pub(super) const STOCK_NUMBER: BaseField = field(-1, "stockNumber", "Stock number");
pub(super) const FULL_NAME: BaseField = field(-2, "fullName", "Full name");
pub(super) const VENDOR: BaseField = field(-3, "vendor", "Vendor");
pub(super) const DESCRIPTION: BaseField = field(-4, "description", "Description");
pub(super) const PREVIEW_PHOTO: BaseField = field(-5, "previewPhoto", "Preview photo");
pub(super) const PHOTOS: BaseField = field(-6, "photos", "Photos");
pub(super) const PRICE: BaseField = field(-7, "price", "Price");
pub(super) const IN_STOCK: BaseField = field(-8, "inStock", "In stock");
pub(super) const SHIPPING: BaseField = field(-9, "shipping", "Shipping");
pub(super) const WAREHOUSES: BaseField = field(-10, "warehouses", "Warehouses");

/// Every base property.
pub const BASE_FIELDS: [BaseField; 10] =
    [STOCK_NUMBER, FULL_NAME, VENDOR, DESCRIPTION, PREVIEW_PHOTO, PHOTOS, PRICE, IN_STOCK, SHIPPING, WAREHOUSES];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_fields_have_negative_ids_of_their_own() {
        let ids: Vec<i64> = BASE_FIELDS.iter().map(|field| field.id).collect();
        assert_eq!(ids, (1..=10).map(|id| -id).collect::<Vec<i64>>());
    }

    #[test]
    fn the_migration_guide_lists_every_base_field() {
        let guide = include_str!("../../../../docs/migrating-from-v1.md");
        for BaseField { id, uid, name } in BASE_FIELDS {
            assert!(guide.contains(&format!("| {id} | `{uid}` | {name} |")), "{uid}");
        }
    }
}
