//! Visibility and the shape of trees, with skipped, switched-off and broken branches.

use super::*;
use crate::test_support::{self, trees};
use crate::values::url_group::PageUrl;
use proptest::prelude::*;

const HERE: &str = "https://storefront.example/s/";
const ELSEWHERE: &str = "https://other.example/s/";

fn section(id: i64, parent: Option<i64>, url: Option<&str>) -> Section {
    Section {
        name: format!("Section {id}").into(),
        url: url.map(|url| PageUrl::parse(url).unwrap()),
        ..test_support::section(id, parent)
    }
}

/// `id@level<parent` for every node, in pre-order.
fn outline(tree: &SectionTree) -> Vec<String> {
    let describe = |node: &SectionNode| {
        let parent = node.parent.map_or("-".into(), |parent| tree.id(parent).to_string());
        format!("{}@{}<{parent}", node.section.id, node.level)
    };
    tree.nodes().iter().map(describe).collect()
}

#[test]
fn a_section_on_another_host_is_skipped_but_its_children_are_not() {
    let trees = trees(vec![
        section(1, None, Some(HERE)),
        section(2, Some(1), Some(ELSEWHERE)),
        section(3, Some(2), Some(HERE)),
        section(4, Some(3), None),
        section(5, Some(4), Some(HERE)),
    ]);
    assert_eq!(outline(&trees.public), ["1@1<-", "3@2<1", "5@3<3"]);
    assert_eq!(outline(&trees.active), ["1@1<-", "2@2<1", "3@3<2", "4@4<3", "5@5<4"]);
}

#[test]
fn a_switched_off_or_service_section_takes_its_branch_along() {
    let off = Section { is_active: false, ..section(2, Some(1), Some(HERE)) };
    let service = Section { is_service: true, ..section(4, Some(1), Some(HERE)) };
    let trees = trees(vec![
        section(1, None, Some(HERE)),
        off,
        section(3, Some(2), Some(HERE)),
        service,
        section(5, Some(4), Some(HERE)),
    ]);
    assert_eq!(outline(&trees.public), ["1@1<-"]);
    assert_eq!(outline(&trees.active), ["1@1<-"]);
}

#[test]
fn loops_and_missing_parents_are_shown_nowhere() {
    let trees = trees(vec![
        section(1, Some(2), Some(HERE)),
        section(2, Some(1), Some(HERE)),
        section(3, Some(3), Some(HERE)),
        section(4, Some(99), Some(HERE)),
        section(5, None, Some(HERE)),
    ]);
    assert_eq!(outline(&trees.active), ["5@1<-"]);
}

#[test]
fn siblings_go_by_sort_order_then_name_then_id_also_across_skipped_parents() {
    let named = |id, parent, sort_order, name: &str, url| Section {
        sort_order,
        name: name.into(),
        ..section(id, parent, Some(url))
    };
    let trees = trees(vec![
        named(1, None, 5, "a", HERE),
        named(2, None, -1, "z", HERE),
        named(3, None, 5, "A", HERE),
        named(4, None, 0, "skipped", ELSEWHERE),
        named(5, Some(4), 4, "inner", HERE),
        named(7, None, 5, "a", HERE),
    ]);
    assert_eq!(outline(&trees.public), ["2@1<-", "5@1<-", "3@1<-", "1@1<-", "7@1<-"]);
}

proptest! {
    #[test]
    fn any_sections_make_consistent_trees(
        specs in proptest::collection::vec((proptest::option::of(0_i64..20), any::<bool>(), 0_u8..8, 0_i64..3), 0..20)
    ) {
        let sections: Vec<Section> = specs.iter().enumerate().map(|(id, (parent, here, off, sort_order))| Section {
            is_active: *off != 0,
            is_service: *off == 1,
            sort_order: *sort_order,
            ..section(i64::try_from(id).unwrap(), *parent, Some(if *here { HERE } else { ELSEWHERE }))
        }).collect();
        let trees = trees(sections);
        for tree in [&trees.public, &trees.active] {
            for index in tree.indexes() {
                let node = tree.node(index);
                prop_assert_eq!(tree.find(node.section.id), Some(index));
                let below: Vec<NodeIndex> =
                    tree.indexes().filter(|other| tree.path_to_root(*other).any(|at| at == index)).collect();
                let range: Vec<usize> = tree.subtree(index).collect();
                prop_assert_eq!(below.iter().map(|at| at.as_usize()).collect::<Vec<_>>(), range);
                for child in &node.children {
                    prop_assert_eq!(tree.node(*child).parent, Some(index));
                    prop_assert_eq!(tree.node(*child).level, node.level + 1);
                }
            }
        }
        prop_assert!(trees.public.nodes().iter().all(|node| trees.active.find(node.section.id).is_some()));
    }
}
