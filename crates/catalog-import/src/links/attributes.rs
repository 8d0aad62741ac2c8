//! Truncates tags to a bounded number of attributes before they are read. The tokenizer compares every attribute of a
//! tag with all before it, so that a tag with a hundred thousand of them would occupy an import for minutes.

use std::borrow::Cow;

/// The most attributes of a tag that are read. Real pages have far fewer.
const MAXIMUM_ATTRIBUTES: usize = 256;

/// `html` with the attributes of each tag beyond the first 256 left out.
///
/// Tags are recognised as the tokenizer does, except that comments and scripts are not distinguished from content. They
/// are not searched anyway.
pub(super) fn limit_attributes(html: &str) -> Cow<'_, str> {
    let bytes = html.as_bytes();
    let (mut limited, mut copied_to, mut at) = (String::new(), 0, 0);
    while let Some(start) = find(bytes, at, |byte| byte == b'<') {
        let tag = Tag::read(bytes, start + 1);
        at = tag.end;
        if let Some(surplus) = tag.surplus {
            limited.push_str(&html[copied_to..surplus]);
            copied_to = tag.end;
        }
    }
    if copied_to == 0 {
        return Cow::Borrowed(html);
    }
    limited.push_str(&html[copied_to..]);
    Cow::Owned(limited)
}

struct Tag {
    /// The position of its `>`, or the end of the text.
    end: usize,
    /// Where the first surplus attribute begins.
    surplus: Option<usize>,
}

impl Tag {
    /// Reads the tag whose `<` precedes `at`; anything else ends at once.
    fn read(bytes: &[u8], at: usize) -> Self {
        let name = if bytes.get(at) == Some(&b'/') { at + 1 } else { at };
        if !bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
            return Self { end: at, surplus: None };
        }
        let mut end = end_of(bytes, name, ends_name);
        let (mut count, mut surplus) = (0, None);
        loop {
            end = end_of(bytes, end, |byte| !is_gap(byte));
            if bytes.get(end).is_none_or(|byte| *byte == b'>') {
                return Self { end, surplus };
            }
            count += 1;
            if count == MAXIMUM_ATTRIBUTES + 1 {
                surplus = Some(end);
            }
            end = end_of_attribute(bytes, end);
        }
    }
}

fn end_of_attribute(bytes: &[u8], at: usize) -> usize {
    // Even an equals sign is part of the name when it is its first character.
    let name_end = end_of(bytes, at + 1, |byte| ends_name(byte) || byte == b'=');
    let sign = end_of(bytes, name_end, |byte| !byte.is_ascii_whitespace());
    if bytes.get(sign) != Some(&b'=') {
        return name_end;
    }
    let value = end_of(bytes, sign + 1, |byte| !byte.is_ascii_whitespace());
    match bytes.get(value) {
        Some(quote @ (b'"' | b'\'')) => (end_of(bytes, value + 1, |byte| byte == *quote) + 1).min(bytes.len()),
        _ => end_of(bytes, value, |byte| byte.is_ascii_whitespace() || byte == b'>'),
    }
}

fn is_gap(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/'
}

fn ends_name(byte: u8) -> bool {
    is_gap(byte) || byte == b'>'
}

/// The next position at which `is_end` holds, or the end of the text.
fn end_of(bytes: &[u8], at: usize, is_end: impl Fn(u8) -> bool) -> usize {
    find(bytes, at, is_end).unwrap_or(bytes.len())
}

fn find(bytes: &[u8], at: usize, is_it: impl Fn(u8) -> bool) -> Option<usize> {
    bytes.get(at..)?.iter().position(|byte| is_it(*byte)).map(|found| at + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_with_too_many_attributes_are_changed() {
        let many: String = (0..300).map(|at| format!(" a{at}='>{at}'")).collect();
        let allowed: String = (0..256).map(|at| format!(" a{at}='>{at}'")).collect();
        for text in
            ["", "no tags", "<", "</", "<a", "<a href", "<a href=", "<a href='", "a < b = c", "<p>a</p>", "<!-- x -->"]
        {
            assert_eq!(limit_attributes(text), text);
        }
        let cases = [
            (format!("<a{allowed}>x</a>"), format!("<a{allowed}>x</a>")),
            (format!("<p>é<a{many}>x</a> and <b{many}/>y"), format!("<p>é<a{allowed} >x</a> and <b{allowed} >y")),
            (format!("<a{many}"), format!("<a{allowed} ")),
            (format!("<a {}>x", "=x/".repeat(300)), format!("<a {}>x", "=x/".repeat(256))),
            (format!("<a {}>x", "b = \"é>\"".repeat(300)), format!("<a {}>x", "b = \"é>\"".repeat(256))),
        ];
        for (text, expected) in cases {
            assert_eq!(limit_attributes(&text), expected, "{text}");
        }
    }
}
