//! Which features of a product are public, and in which order they are shown (`docs/contract.md#features`).

use crate::products::parts::FeatureValue;
use crate::products::product_type::{FeatureField, FeatureGroup, ProductType};
use crate::values::identifiers::FieldId;

/// A group of public features with at least one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownFeatureGroup<'a> {
    /// The group's uid.
    pub uid: &'a str,
    /// The group's name.
    pub name: &'a str,
    /// The values, by field `ord`, then in source order. Several values of one field stay several items.
    pub items: Vec<ShownFeature<'a>>,
}

/// A public feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownFeature<'a> {
    /// The field's uid.
    pub uid: &'a str,
    /// The field.
    pub field_id: FieldId,
    /// The field's name.
    pub name: &'a str,
    /// The value.
    pub value: &'a str,
}

/// The public features among `values`, by group `ord`, field `ord` and source order. Facet aliases, prices, SEO,
/// service and commercial fields never appear; warranty conditions always do. A group without a public value is left
/// out.
pub fn public_features<'a>(product_type: &'a ProductType, values: &'a [FeatureValue]) -> Vec<ShownFeatureGroup<'a>> {
    let mut groups: Vec<&FeatureGroup> = product_type.groups.iter().collect();
    groups.sort_by_key(|group| group.ord);
    groups.into_iter().map(|group| shown_group(group, values)).filter(|group| !group.items.is_empty()).collect()
}

fn shown_group<'a>(group: &'a FeatureGroup, values: &'a [FeatureValue]) -> ShownFeatureGroup<'a> {
    let mut fields: Vec<&FeatureField> = group.fields.iter().filter(|field| field.is_public(group.role)).collect();
    fields.sort_by_key(|field| field.ord);
    let items = fields.into_iter().flat_map(|field| {
        let of_field = values.iter().filter(|value| value.field_id == field.id);
        of_field.map(|value| ShownFeature {
            uid: &field.uid,
            field_id: field.id,
            name: &field.name,
            value: &value.value,
        })
    });
    ShownFeatureGroup { uid: &group.uid, name: &group.name, items: items.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::products::product_type::FeatureRole::{self, Feature, Service, Warranty};
    use crate::values::identifiers::{GroupId, ProductTypeId};

    fn field(id: i64, ord: i64, role: FeatureRole) -> FeatureField {
        FeatureField {
            id: FieldId(id),
            uid: format!("f{id}").into(),
            name: format!("Field {id}").into(),
            ord,
            role,
            data_type: "string".into(),
            in_filter: false,
            in_search: false,
            is_multiple: true,
            guide_id: None,
            main_filter: false,
            hidden: false,
            base_property: false,
            analog: false,
        }
    }

    fn group(id: i64, ord: i64, role: FeatureRole, fields: Vec<FeatureField>) -> FeatureGroup {
        FeatureGroup { id: GroupId(id), uid: format!("g{id}").into(), name: "i18n::group".into(), ord, role, fields }
    }

    /// `g: f=value f=value | g: ...`
    fn shown(groups: Vec<FeatureGroup>, values: &[(i64, &str)]) -> String {
        let product_type = ProductType { id: ProductTypeId(1), name: "Pump".into(), groups };
        let values: Vec<FeatureValue> =
            values.iter().map(|(id, value)| FeatureValue { field_id: FieldId(*id), value: (*value).into() }).collect();
        let line = |group: &ShownFeatureGroup<'_>| {
            let items: Vec<String> = group.items.iter().map(|item| format!("{}={}", item.uid, item.value)).collect();
            format!("{}: {}", group.uid, items.join(" "))
        };
        public_features(&product_type, &values).iter().map(line).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn only_features_in_feature_groups_and_warranties_are_public() {
        for role in FeatureRole::ALL {
            for of_group in FeatureRole::ALL {
                let groups = vec![group(1, 1, of_group, vec![field(1, 1, role)])];
                let is_public = role == Warranty || (role == Feature && of_group == Feature);
                let expected = if is_public { "g1: f1=x" } else { "" };
                assert_eq!(shown(groups, &[(1, "x")]), expected, "a {role:?} in a {of_group:?} group");
            }
        }
    }

    #[test]
    fn features_follow_group_order_field_order_and_source_order() {
        let groups = vec![
            group(1, 2, Feature, vec![field(1, 2, Feature), field(2, 1, Feature)]),
            group(2, 1, Feature, vec![field(3, 1, Feature), field(4, 1, Feature), field(5, 0, Service)]),
            group(3, 0, Feature, vec![field(6, 1, Feature)]),
        ];
        let values = [(1, "b"), (4, "y"), (2, "z"), (1, "a"), (3, "x"), (5, "secret"), (99, "unknown")];
        assert_eq!(shown(groups, &values), "g2: f3=x f4=y | g1: f2=z f1=b f1=a");
    }
}
