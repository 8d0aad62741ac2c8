//! Sizes and kinds of file stated in a text: `(PDF, 2.3 MB)`.

use super::file_type;

/// Separators between statements, or between a statement and its subject.
const SEPARATORS: [char; 15] = [' ', '-', '–', '—', ':', ';', ',', '.', '|', '/', '•', '·', '▪', '*', '+'];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) written: String,
    /// In bytes; `None` beyond 64 bits.
    pub(super) bytes: Option<i64>,
}

/// Size and kind of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Measures {
    pub(super) size: Option<Size>,
    pub(super) file_type: Option<&'static str>,
}

impl Measures {
    pub(super) fn inside(text: &str) -> Self {
        let (peeled, rest) = Self::strip(text);
        let is_capital = |word: &&str| !word.contains(|letter: char| letter.is_lowercase());
        let last_word = || rest.rsplit(' ').next().filter(is_capital).and_then(file_type::known);
        Self {
            size: only_size(text),
            file_type: peeled.file_type.or_else(|| file_type::known(text)).or_else(last_word),
        }
    }

    pub(super) fn beside(text: &str) -> Self {
        Self { size: only_size(text), file_type: Self::strip(text).0.file_type }
    }

    /// Strips the statements from both ends of `text`, and returns the rest.
    pub(super) fn strip(text: &str) -> (Self, &str) {
        let mut found = Self::default();
        let mut rest = text.trim_start_matches(SEPARATORS);
        while let Some((measures, length)) = leading(rest) {
            found.add(measures);
            rest = rest[length..].trim_start_matches(SEPARATORS);
        }
        let ended = |rest: &str| rest.trim_end_matches([' ', '-', '–', '—', ':', ';', ',', '|', '/', '•', '·']).len();
        rest = &rest[..ended(rest)];
        // Computed once instead of for every statement: stripping only makes the list shorter.
        let mut sizes = sizes(rest);
        while let Some((measures, start)) = trailing(rest, &mut sizes) {
            found.add(measures);
            rest = &rest[..ended(&rest[..start])];
        }
        (found, rest)
    }

    /// The first statement of each kind counts.
    fn add(&mut self, other: Self) {
        self.size = self.size.take().or(other.size);
        self.file_type = self.file_type.or(other.file_type);
    }
}

/// A statement at the start of `text`, and its length.
fn leading(text: &str) -> Option<(Measures, usize)> {
    if let Some(close) = text.chars().next().and_then(closing) {
        let end = text.find(close)?;
        return Some((all_measures(&text[1..end])?, end + 1));
    }
    if let Some((size, length)) = leading_size(text) {
        return Some((Measures { size: Some(size), file_type: None }, length));
    }
    let (kind, length) = leading_kind(text)?;
    let after = text[length..].trim_start();
    // A kind followed by other words is part of a sentence.
    let stands_alone = after.is_empty()
        || after.starts_with(SEPARATORS)
        || after.starts_with(['(', '['])
        || leading_size(after).is_some();
    stands_alone.then_some((Measures { size: None, file_type: Some(kind) }, length))
}

/// A statement at the end of `text`, and where it starts. `sizes` are those of `text`, or of a text that begins with
/// it.
fn trailing(text: &str, sizes: &mut Vec<(Size, usize)>) -> Option<(Measures, usize)> {
    if let Some(open) = text.chars().next_back().and_then(opening) {
        let start = text.rfind(open)?;
        return Some((all_measures(&text[start + 1..text.len() - 1])?, start));
    }
    while sizes.last().is_some_and(|(_, start)| *start >= text.len()) {
        sizes.pop();
    }
    let (size, start) = sizes.pop_if(|(size, start)| *start + size.written.len() == text.len())?;
    Some((Measures { size: Some(size), file_type: None }, start))
}

/// The statements of `text`; `None` if it contains anything else, or nothing.
fn all_measures(text: &str) -> Option<Measures> {
    let mut found = Measures::default();
    let mut rest = text.trim_start_matches(SEPARATORS);
    while !rest.is_empty() {
        let length = if let Some((size, length)) = leading_size(rest) {
            found.add(Measures { size: Some(size), file_type: None });
            length
        } else {
            let (kind, length) = leading_kind(rest)?;
            found.add(Measures { size: None, file_type: Some(kind) });
            length
        };
        rest = rest[length..].trim_start_matches(SEPARATORS);
    }
    (found != Measures::default()).then_some(found)
}

/// The size that `text` states, if it states one and not two different ones.
fn only_size(text: &str) -> Option<Size> {
    let mut sizes = sizes(text).into_iter().map(|(size, _)| size);
    let first = sizes.next()?;
    sizes.all(|other| other == first).then_some(first)
}

/// Every size in `text` with where it starts. A number that continues to the left (`1 024 KB`, `2-3 MB`) makes all
/// ambiguous.
fn sizes(text: &str) -> Vec<(Size, usize)> {
    let mut found = Vec::new();
    let mut before: [char; 2] = ['\n'; 2];
    for (at, character) in text.char_indices() {
        let starts_number =
            character.is_ascii_digit() && !before[1].is_alphanumeric() && !matches!(before[1], '.' | ',');
        if starts_number && let Some((size, _)) = leading_size(&text[at..]) {
            if before[0].is_ascii_digit() {
                return Vec::new();
            }
            found.push((size, at));
        }
        before = [before[1], character];
    }
    found
}

/// A size at the start of `text`, and its length in bytes.
fn leading_size(text: &str) -> Option<(Size, usize)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = match text[whole..].chars().next() {
        Some('.' | ',') => digits(&text[whole + 1..]),
        _ => 0,
    };
    let number_end = if fraction > 0 { whole + 1 + fraction } else { whole };
    if whole == 0 || whole > 12 || fraction > 6 {
        return None;
    }
    let rest = text[number_end..].strip_prefix(' ').unwrap_or(&text[number_end..]);
    let mut letters = rest.chars();
    let (prefix, byte) = (letters.next()?, letters.next()?);
    let shift = match prefix.to_uppercase().next()? {
        'K' | 'К' => 10,
        'M' | 'М' => 20,
        'G' | 'Г' => 30,
        _ => return None,
    };
    let is_unit = matches!(byte, 'B' | 'b' | 'Б' | 'б') && !letters.next().is_some_and(char::is_alphanumeric);
    if !is_unit {
        return None;
    }
    let length = text.len() - rest.len() + prefix.len_utf8() + byte.len_utf8();
    let number: i128 = text[..number_end].replace(['.', ','], "").parse().ok()?;
    let bytes = to_bytes(number, u32::try_from(fraction).ok()?, shift);
    Some((Size { written: text[..length].to_owned(), bytes }, length))
}

/// `number` with that many decimals, times 2 to the `shift`, rounded half up.
fn to_bytes(number: i128, decimals: u32, shift: u32) -> Option<i64> {
    let scale = 10_i128.pow(decimals);
    i64::try_from(((number << shift) * 2 + scale) / (scale * 2)).ok()
}

/// A kind of file at the start of `text`, and the length of its name.
fn leading_kind(text: &str) -> Option<(&'static str, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let ends = !text[length..].starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    if ends { file_type::known(&text[..length]).map(|kind| (kind, length)) } else { None }
}

fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        _ => None,
    }
}

fn opening(close: char) -> Option<char> {
    match close {
        ')' => Some('('),
        ']' => Some('['),
        _ => None,
    }
}
