//! Events from pairs of states: the whole table, and properties over random pairs.

use super::*;
use crate::test_support::{section, trees};
use proptest::prelude::*;

/// A tree of public sections given as (id, parent).
fn tree(sections: &[(i64, Option<i64>)]) -> SectionTree {
    trees(sections.iter().map(|(id, parent)| section(*id, *parent))).public
}

fn ids(ids: &[i64]) -> Vec<SectionId> {
    ids.iter().copied().map(SectionId).collect()
}

/// A product at one moment, with values that represent its content and its commercial data.
#[derive(Clone, Copy)]
struct Marked<'a> {
    state: ProductState<'a>,
    content: u8,
    commercial: u8,
}

fn state(is_active: bool, sections: &[SectionId], content: u8, commercial: u8) -> Marked<'_> {
    Marked { state: ProductState { is_active, sections }, content, commercial }
}

fn transition<'a>(before: Option<Marked<'a>>, after: Option<Marked<'a>>) -> ProductTransition<'a> {
    let differs = |mark: fn(&Marked<'a>) -> u8| before.as_ref().map(mark) != after.as_ref().map(mark);
    ProductTransition {
        stock_number: "SN",
        before: before.map(|before| before.state),
        after: after.map(|after| after.state),
        content_differs: differs(|marked| marked.content),
        commercial_differs: differs(|marked| marked.commercial),
    }
}

/// The event as one line: what happened, where the product is linked, and the feeds it belongs to (`-` for no longer
/// there).
fn line(event: Option<ChangeEvent>) -> String {
    let Some(event) = event else { return "nothing".into() };
    let kind = match event.kind {
        ChangeKind::Removed => "removed",
        ChangeKind::Upsert { content: true, commercial: true } => "content+commercial",
        ChangeKind::Upsert { content: true, commercial: false } => "content",
        ChangeKind::Upsert { content: false, commercial: true } => "commercial",
        ChangeKind::Upsert { content: false, commercial: false } => "an empty event",
    };
    let feeds: Vec<String> = event
        .memberships
        .iter()
        .map(|membership| format!("{}{}", if membership.in_section { "" } else { "-" }, membership.section))
        .collect();
    let linked: Vec<String> = event.section_ids.iter().map(ToString::to_string).collect();
    format!("{kind} in {} for {}", linked.join(","), feeds.join(","))
}

#[test]
fn every_transition_makes_the_event_that_clients_can_see() {
    // 1 > 2 > 3 and 4; in the other tree 3 hangs below 4 and 2 is gone.
    let before = tree(&[(1, None), (2, Some(1)), (3, Some(2)), (4, None)]);
    let after = tree(&[(1, None), (3, Some(4)), (4, None)]);
    let same = TreeChange { before: &before, after: &before };
    let moved = TreeChange { before: &before, after: &after };
    let (two, three, four, none) = (ids(&[2]), ids(&[3]), ids(&[4]), ids(&[99]));
    let (both, reversed) = (ids(&[4, 2]), ids(&[2, 4]));
    let cases = [
        ("new", None, Some(state(true, &two, 0, 0)), same, "content in 2 for 1,2"),
        ("new but linked nowhere public", None, Some(state(true, &none, 0, 0)), same, "nothing"),
        ("new but inactive", None, Some(state(false, &two, 0, 0)), same, "nothing"),
        ("unchanged", Some(state(true, &two, 0, 0)), Some(state(true, &two, 0, 0)), same, "nothing"),
        ("content", Some(state(true, &two, 0, 0)), Some(state(true, &two, 1, 0)), same, "content in 2 for 1,2"),
        ("commercial", Some(state(true, &two, 0, 0)), Some(state(true, &two, 0, 1)), same, "commercial in 2 for 1,2"),
        ("both", Some(state(true, &two, 0, 0)), Some(state(true, &two, 1, 1)), same, "content+commercial in 2 for 1,2"),
        ("inactive", Some(state(true, &two, 0, 0)), Some(state(false, &two, 1, 1)), same, "removed in 2 for -1,-2"),
        ("gone", Some(state(true, &two, 0, 0)), None, same, "removed in 2 for -1,-2"),
        ("changed while not public", Some(state(false, &two, 0, 0)), Some(state(false, &two, 1, 1)), same, "nothing"),
        (
            "restored with a new offer",
            Some(state(false, &two, 0, 0)),
            Some(state(true, &two, 0, 1)),
            same,
            "content in 2 for 1,2",
        ),
        (
            "linked elsewhere",
            Some(state(true, &two, 0, 0)),
            Some(state(true, &four, 0, 0)),
            same,
            "content in 4 for -1,-2,4",
        ),
        (
            "linked once more",
            Some(state(true, &two, 0, 0)),
            Some(state(true, &both, 0, 0)),
            same,
            "content in 4,2 for 1,2,4",
        ),
        (
            "links in another order",
            Some(state(true, &reversed, 0, 0)),
            Some(state(true, &both, 0, 0)),
            same,
            "content in 4,2 for 1,2,4",
        ),
        (
            "its section moved",
            Some(state(true, &three, 0, 0)),
            Some(state(true, &three, 0, 0)),
            moved,
            "content in 3 for -1,-2,3,4",
        ),
        (
            "its section went",
            Some(state(true, &two, 0, 0)),
            Some(state(true, &two, 0, 0)),
            moved,
            "removed in 2 for -1,-2",
        ),
        (
            "one of its sections went",
            Some(state(true, &both, 0, 0)),
            Some(state(true, &both, 0, 0)),
            moved,
            "content in 4 for -1,-2,4",
        ),
    ];
    for (case, before, after, trees, expected) in cases {
        assert_eq!(line(classify(&transition(before, after), trees)), expected, "{case}");
    }
}

proptest! {
    #[test]
    fn an_event_exists_exactly_when_the_public_view_differs(
        parents in proptest::collection::vec(proptest::option::of(0..5_i64), 10),
        links in proptest::collection::vec(0..6_i64, 0..8),
        flags in any::<[bool; 6]>(),
    ) {
        let tree_of = |parents: &[Option<i64>]| {
            let specs: Vec<(i64, Option<i64>)> =
                (0..).zip(parents).map(|(id, parent)| (id, parent.filter(|parent| *parent < id))).collect();
            tree(&specs)
        };
        let (before_tree, after_tree) = (tree_of(&parents[..5]), tree_of(&parents[5..]));
        let (old_links, new_links) = (ids(&links[..links.len() / 2]), ids(&links[links.len() / 2..]));
        let before = flags[0].then(|| state(flags[1], &old_links, 0, 0));
        let after = flags[2].then(|| state(flags[3], &new_links, u8::from(flags[4]), u8::from(flags[5])));
        let view = |marked: &Option<Marked<'_>>, tree| {
            marked.and_then(|marked| PublicView::decide(&marked.state, tree).ok())
        };
        let (old_view, new_view) = (view(&before, &before_tree), view(&after, &after_tree));
        let event = classify(&transition(before, after), TreeChange { before: &before_tree, after: &after_tree });
        let differs = old_view != new_view || (old_view.is_some() && (flags[4] || flags[5]));
        prop_assert_eq!(event.is_some(), differs);
        let Some(event) = event else { return Ok(()) };
        prop_assert_eq!(event.kind == ChangeKind::Removed, new_view.is_none());
        // It goes to every section that held the product before or after, and says of each whether it does after.
        for section in (0..6).map(SectionId) {
            let held = |view: &Option<PublicView>| view.as_ref().is_some_and(|view| view.holders.contains(&section));
            let entry = event.memberships.iter().find(|membership| membership.section == section);
            prop_assert_eq!(entry.is_some(), held(&old_view) || held(&new_view));
            prop_assert_eq!(entry.is_some_and(|entry| entry.in_section), held(&new_view));
        }
    }
}
