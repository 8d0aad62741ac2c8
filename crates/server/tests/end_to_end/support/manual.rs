//! What the README and the manual say, run as it is printed.

const PAGES: [&str; 4] = [
    include_str!("../../../../../README.md"),
    include_str!("../../../../../docs/backup-and-move.md"),
    include_str!("../../../../../docs/operators-commands.md"),
    include_str!("../../../../../docs/migrating-from-v1.md"),
];

/// The shell lines of a page, from those that begin with a comment that contains these words.
pub(crate) fn documented(words: &str) -> String {
    let blocks = PAGES.into_iter().flat_map(|page| page.split("```sh\n").skip(1));
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut found = blocks.filter(|block| block.lines().next().is_some_and(|comment| comment.contains(words)));
    found.next().unwrap_or_else(|| panic!("no page has no commands for {words:?}")).to_owned()
}
