//! The definition of a line: its end, the mark before the first one, JSON that spans several, and blank lines.

use crate::support::{TestStore, base, base_store, clock, gzip, input, options, product};
use catalog_import::{ImportError, ImportInput, ImportLimits, ImportOptions, ImportReport, run_import};
use std::io::{self, BufReader, Read};

const MARK: &str = "\u{feff}";

fn import(store: &TestStore, limits: ImportLimits, inputs: Vec<ImportInput>) -> Result<ImportReport, ImportError> {
    run_import(inputs, &ImportOptions { limits, ..options() }, store, &clock(0))
}

/// The problems of importing files, given as (name, content), over the base catalog.
fn diagnostics(limits: ImportLimits, files: &[(&str, &str)]) -> Vec<String> {
    let inputs = files.iter().map(|(name, text)| input(name, *text)).collect();
    match import(&base_store(), limits, inputs) {
        Err(ImportError::Rejected(rejection)) => rejection.problems.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

/// A record that begins with its type as most do, or with something else, spread over lines.
fn pretty(record: &str) -> String {
    serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(record).unwrap()).unwrap()
}

#[test]
fn marks_and_carriage_returns_are_no_part_of_any_record() {
    let expected = TestStore::default();
    import(&expected, ImportLimits::default(), vec![input("plain", base().join("\n"))]).unwrap();
    let lines = base();
    let (one, two) = lines.split_at(5);
    let folder = tempfile::tempdir().unwrap();
    for end in ["\n", "\r\n", "\r\n\r\n"] {
        // Every file of a run may begin with a mark; the last line may lack its newline or its whole end.
        let first = format!("{MARK}{}{end}", one.join(end));
        let second = format!("{MARK}{}\r", two.join(end));
        let written = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            ImportInput::open(path.to_str().unwrap()).unwrap()
        };
        for inputs in [
            vec![input("one", first.as_str()), input("two", second.as_str())],
            vec![input("empty", MARK), input("blank", format!("{MARK}{end}")), input("all", lines.join(end))],
            vec![written("one.gz", &gzip(&first)), input("two", second.as_str())],
            vec![
                written("one.zst", &zstd::stream::encode_all(first.as_bytes(), 1).unwrap()),
                written("two.ndjson", second.as_bytes()),
            ],
        ] {
            let store = TestStore::default();
            import(&store, ImportLimits::default(), inputs).unwrap();
            assert_eq!(store.content(), expected.content(), "{end:?}");
        }
    }
    let within = format!("{}\n{MARK}{}\n", base()[0], base()[1]);
    assert_eq!(
        diagnostics(ImportLimits::default(), &[("f", &within)]),
        ["f:2: the line begins with a byte order mark: where files are joined, it has to go from the later ones"],
        "a mark is one at the beginning only"
    );
}

#[test]
fn json_that_is_spread_over_lines_is_one_problem_of_its_file() {
    let opens_object = "one object a line: this line opens an object and does not close it";
    let opens_array = "one object a line: this line opens an array and does not close it";
    let lines = |text: &str| text.lines().count() - 1;
    let objects = base().iter().map(|record| pretty(record)).collect::<Vec<_>>().join("\n");
    let array = pretty(&format!("[{}]", base().join(",")));
    // Its last record is complete.
    let array_of_lines = format!("[\n{}\n]", base().join(",\n"));
    let linked = product("N", 500, "[77]", "");
    let negative = r#"{"type":"offer","stockNumber":"A","retail":-1}"#;
    let one_of_many = format!("{}\n{}\n{negative}\n", base()[0], pretty(&base()[1]));
    let cut = format!("{}\n{{\"type\":\"warehouse\",\n{negative}\n", base()[0]);
    let in_a_text = "{\"type\":\"warehouse\",\"id\":\"w\",\"name\":\"one\ntwo\"}\n";
    for (files, expected) in [
        (
            vec![("f", &*objects)],
            vec![format!("f:1: {opens_object}; further lines that are not records: {}", lines(&objects))],
        ),
        (
            vec![("f", &array)],
            vec![format!("f:1: {opens_array}; further lines that are not records: {}", lines(&array))],
        ),
        (
            vec![("f", &array_of_lines)],
            vec![format!("f:1: {opens_array}; further lines that are not records: {}", base().len())],
        ),
        // References to the unreadable records are not wrong for that.
        (
            vec![("f", &*objects), ("g", &linked)],
            vec![format!("f:1: {opens_object}; further lines that are not records: {}", lines(&objects))],
        ),
        // Records of the same file, and of others, are checked nevertheless.
        (
            vec![("f", &*one_of_many), ("g", negative), ("h", &array)],
            vec![
                format!("f:2: {opens_object}; further lines that are not records: {}", lines(&pretty(&base()[1]))),
                format!("f:{}: /retail: a price must not be negative", one_of_many.lines().count()),
                "g:1: /retail: a price must not be negative".to_owned(),
                format!("h:1: {opens_array}; further lines that are not records: {}", lines(&array)),
            ],
        ),
        // One truncated line is only that.
        (
            vec![("f", &*cut), ("g", &linked)],
            vec![
                format!("f:2: {opens_object}"),
                "f:3: /retail: a price must not be negative".to_owned(),
                "g:1: /sections/0: section 77 is neither in the input nor in the store".to_owned(),
            ],
        ),
        (vec![("f", in_a_text)], vec![format!("f:1: {opens_object}; further lines that are not records: 1")]),
    ] {
        assert_eq!(diagnostics(ImportLimits::default(), &files), expected, "{files:?}");
    }
}

/// The same bytes for ever.
struct Again(&'static [u8], usize);

impl Read for Again {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.0[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(buffer.len())
    }
}

fn endless(name: &str, bytes: &'static [u8]) -> ImportInput {
    ImportInput::from_reader(name, BufReader::new(Again(bytes, 0)))
}

#[test]
fn a_file_that_is_no_list_of_records_is_not_read_to_its_end() {
    let limits = ImportLimits { maximum_blank_bytes: 10_000, ..ImportLimits::default() };
    let inputs = vec![endless("objects", b"{\n\"a\": 1\n}\n"), endless("blank", b"\n \r\n"), input("last", "{}")];
    let error = import(&base_store(), limits, inputs).unwrap_err();
    assert!(error.is_rejection());
    assert_eq!(
        error.to_string(),
        "objects:1: one object a line: this line opens an object and does not close it; further lines that are not \
         records: 1000, and the rest of the file was not read\n\
         blank:5001: the file has over 10000 bytes more of blank lines than of records: the rest of the file was not read\n\
         last:1: /type: is missing"
    );
}

#[test]
fn blank_lines_may_take_as_much_as_the_records_and_a_fixed_number_of_bytes_more() {
    let limits = ImportLimits { maximum_blank_bytes: 100, ..ImportLimits::default() };
    let record = r#"{"type":"warehouse","id":"w","name":"W"}"#;
    let limit = 100 + record.len() + 1;
    for (text, diagnostic) in [
        ("\n".repeat(100), None),
        ("\n".repeat(101), Some("f:101")),
        (format!("{}\r\n", " ".repeat(98)), None),
        (format!("{}\r\n", " ".repeat(99)), Some("f:1")),
        (format!("{record}\n{}", "\n".repeat(limit)), None),
        (format!("{record}\n{}", "\n".repeat(limit + 1)), Some(&*format!("f:{}", limit + 2))),
        (format!("{}{record}\n", "\n".repeat(101)), Some("f:101")),
    ] {
        // The previous file makes no difference.
        let inputs = vec![input("e", base().join("\n")), input("f", text.as_str())];
        let found = import(&TestStore::default(), limits, inputs).err().map(|error| error.to_string());
        let expected = diagnostic.map(|location| {
            format!(
                "{location}: the file has over 100 bytes more of blank lines than of records: the rest of the file was not read"
            )
        });
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn what_is_not_lines_in_utf_8_is_named_with_what_helps() {
    let lines = base().join("\n");
    let utf_16 = |to_bytes: fn(u16) -> [u8; 2]| lines.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
    let marked = format!("{MARK}{lines}");
    let zstandard = zstd::stream::encode_all(lines.as_bytes(), 1).unwrap();
    for (bytes, expected) in [
        (gzip(&lines), "is packed by gzip: name its file .gz, or send it as Content-Encoding: gzip"),
        (zstandard, "is packed by Zstandard: name its file .zst, or send it as Content-Encoding: zstd"),
        (b"PK\x03\x04\x14\0\n\xff\n\xff\n".to_vec(), "is a workbook, or packed as .zip: save a table as CSV UTF-8"),
        (utf_16(u16::to_le_bytes), "is text in UTF-16: save it in UTF-8"),
        (utf_16(u16::to_be_bytes), "is text in UTF-16: save it in UTF-8"),
        (marked.encode_utf16().flat_map(u16::to_le_bytes).collect(), "is text in UTF-16: save it in UTF-8"),
        (marked.encode_utf16().flat_map(u16::to_be_bytes).collect(), "is text in UTF-16: save it in UTF-8"),
    ] {
        let Err(ImportError::Rejected(problems)) =
            import(&base_store(), ImportLimits::default(), vec![input("file", bytes)])
        else {
            panic!("{expected}");
        };
        let problems: Vec<_> = problems.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, [format!("file:1: the input {expected}")]);
    }
}
