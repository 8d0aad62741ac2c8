//! How texts are written so that spreadsheets compute nothing in them.

/// What a spreadsheet computes a text that begins with, or drops. Such a text gets an apostrophe before it.
pub const COMPUTED: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
