//! Reads short documents in the one form in which this program writes them: without blanks, and without an allocation
//! for each value. A start reads millions of them. Whatever has another form is left to serde.

/// The part of a document that is still to be read. Its methods return `None` where something else follows.
pub(super) struct Scanner<'a>(&'a str);

/// The document of a filter value, `[17,"power","5 kW","5-kw",[1042,1000]]`, as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScannedFilterValue<'a> {
    pub(super) document: &'a str,
    /// What the value is: `17,"power","5 kW","5-kw"`.
    pub(super) text: &'a str,
    pub(super) sections: &'a str,
}

/// The items of the array `document`; `None` where serde must read it.
pub(super) fn scan_list<'a, T>(document: &'a str, item: impl FnMut(&mut Scanner<'a>) -> Option<T>) -> Option<Vec<T>> {
    let mut scanner = Scanner(document);
    let items = scanner.list(item)?;
    scanner.0.is_empty().then_some(items)
}

impl<'a> Scanner<'a> {
    pub(super) fn skip(&mut self, literal: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(literal)?;
        Some(())
    }

    /// An integer of at most 18 digits.
    pub(super) fn integer(&mut self) -> Option<i64> {
        let is_negative = self.skip("-").is_some();
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let is_canonical = digits == 1 && !is_negative || !self.0.starts_with('0');
        let digits = self.take((1..=18).contains(&digits).then_some(digits)?)?;
        let absolute = digits.bytes().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
        is_canonical.then_some(if is_negative { -absolute } else { absolute })
    }

    /// A text without escapes.
    pub(super) fn text(&mut self) -> Option<&'a str> {
        self.quoted().filter(|text| !text.contains('\\'))
    }

    pub(super) fn filter_value(&mut self) -> Option<ScannedFilterValue<'a>> {
        let document = self.0;
        self.skip("[")?;
        self.integer()?;
        for _ in 0..3 {
            self.skip(",")?;
            self.quoted()?;
        }
        let text_end = document.len() - self.0.len();
        self.skip(",")?;
        let sections = self.0;
        self.skip("[")?;
        let numbers = self.0.bytes().take_while(|byte| matches!(byte, b'0'..=b'9' | b'-' | b',')).count();
        self.take(numbers)?;
        self.skip("]")?;
        let sections = &sections[..numbers + 2];
        self.skip("]")?;
        let document = &document[..document.len() - self.0.len()];
        Some(ScannedFilterValue { document, text: &document[1..text_end], sections })
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.skip("[")?;
        let mut items = Vec::new();
        if self.skip("]").is_some() {
            return Some(items);
        }
        items.reserve(8);
        loop {
            items.push(item(self)?);
            if self.skip("]").is_some() {
                return Some(items);
            }
            self.skip(",")?;
        }
    }

    /// What is between quotation marks, escapes as they are.
    fn quoted(&mut self) -> Option<&'a str> {
        self.skip("\"")?;
        let (bytes, mut end) = (self.0.as_bytes(), 0);
        loop {
            match bytes.get(end)? {
                b'"' => break,
                b'\\' => end += 2,
                0..0x20 => return None,
                _ => end += 1,
            }
        }
        let text = self.take(end)?;
        self.skip("\"")?;
        Some(text)
    }

    fn take(&mut self, length: usize) -> Option<&'a str> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_scanned_is_what_serde_reads(
            document in r#"\[?((-?[0-9]{1,19}|"[a-я\\"\[,\]]{0,3}"|\[7\]|,|\]| ){0,3},?){0,4}\]?"#,
        ) {
            if let Some(scanned) = scan_list(&document, Scanner::integer) {
                prop_assert_eq!(scanned, serde_json::from_str::<Vec<i64>>(&document).unwrap());
            }
            if let Some(scanned) = scan_list(&document, Scanner::text) {
                prop_assert_eq!(scanned, serde_json::from_str::<Vec<String>>(&document).unwrap());
            }
        }

        #[test]
        fn documents_as_they_are_written_are_scanned(
            numbers: Vec<i32>,
            texts in proptest::collection::vec("[a-я,\\[\\]]{0,5}", 0..5),
            any_texts: [String; 3],
        ) {
            let numbers: Vec<i64> = numbers.into_iter().map(i64::from).collect();
            let document = serde_json::to_string(&numbers).unwrap();
            prop_assert_eq!(scan_list(&document, Scanner::integer), Some(numbers.clone()));
            let document = serde_json::to_string(&texts).unwrap();
            prop_assert_eq!(scan_list(&document, Scanner::text), Some(texts.iter().map(|text| &**text).collect()));
            let [uid, value, key] = &any_texts;
            let document = serde_json::to_string(&(7, uid, value, key, &numbers)).unwrap();
            let text = serde_json::to_string(&(7, uid, value, key)).unwrap();
            let sections = serde_json::to_string(&numbers).unwrap();
            let text = &text[1..text.len() - 1];
            let expected = ScannedFilterValue { document: &document, text, sections: &sections };
            let list = format!("[{document},{document}]");
            prop_assert_eq!(scan_list(&list, Scanner::filter_value), Some(vec![expected; 2]));
        }
    }
}
