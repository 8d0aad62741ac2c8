//! Differences between v1 and v2 that the contract explains, each with the name under which the report counts it.

pub(crate) const V1_V2_RULES: &[(&str, &str)] = &[
    (
        STOREFRONT,
        "v2 shows sections of the storefront's host only, their products, and counts of those \
         (docs/contract.md#public-sections).",
    ),
    (
        VENDOR_NAMES,
        "v2 shows one name for each vendor, that of the public product with the smallest stock number; v1 shows each \
         product's own (docs/contract.md#vendor-names).",
    ),
];

/// What is not on the storefront's host.
pub(super) const STOREFRONT: &str = "contract: storefront host";
/// Names of one vendor.
pub(super) const VENDOR_NAMES: &str = "contract: one name per vendor";
