//! What the manual of operations says, run as it is printed.

const OPERATIONS: &str = include_str!("../../../../../docs/operations.md");

/// The lines that the manual gives for a shell, from those that begin with a comment with these words in it.
pub(crate) fn documented(words: &str) -> String {
    let blocks = OPERATIONS.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut found = blocks.filter(|block| block.lines().next().is_some_and(|comment| comment.contains(words)));
    found.next().unwrap_or_else(|| panic!("the manual has no commands for {words:?}")).to_owned()
}
