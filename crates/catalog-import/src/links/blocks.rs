//! Reads a fragment of HTML into blocks: runs of text and links between the tags that begin or end a paragraph, a list
//! item, a table cell and the like.
//!
//! The tags come from a real HTML tokenizer, but no tree is built: the time grows with the length and not with the
//! depth, and no nesting can exhaust the stack.

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, TokenizerResult,
};

/// A run of text and links that belong together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Never two texts in a row, and no blank ones.
    pub(super) pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Anchor(Anchor),
}

/// An `a` element with an `href`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Anchor {
    /// The `href` as written.
    pub(super) address: String,
    /// Its text, whitespace collapsed; of pictures their `alt`.
    pub(super) text: String,
    pub(super) title: String,
}

/// Passes every block of `fragment` that contains a link to `take`, in order.
pub(super) fn read_blocks(fragment: &str, take: impl FnMut(&Block)) {
    let mut tokenizer = Tokenizer::new(Reader::new(take), TokenizerOpts::default());
    let mut input = BufferQueue::new();
    input.push_back(StrTendril::from_slice(fragment));
    // The tokenizer stops at the end of every script; there is nothing to run.
    while !matches!(tokenizer.feed(&mut input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.end_block();
}

/// `text` with whitespace and control characters collapsed to single spaces, and trimmed.
pub(super) fn collapse_whitespace(text: &str) -> String {
    let is_blank = |character: char| character.is_whitespace() || character.is_control();
    text.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

struct Reader<F> {
    take: F,
    block: Block,
    text: String,
    anchor: Option<Anchor>,
    /// The element whose text is not content (a script, a style) and is skipped until its end.
    skipped: Option<String>,
}

impl<F: FnMut(&Block)> TokenSink for Reader<F> {
    type Handle = ();

    fn process_token(&mut self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => self.text(&text),
            Token::TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl<F: FnMut(&Block)> Reader<F> {
    fn new(take: F) -> Self {
        Self { take, block: Block::default(), text: String::new(), anchor: None, skipped: None }
    }

    fn text(&mut self, text: &str) {
        if self.skipped.is_none() {
            self.text.push_str(text);
        }
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        if self.skipped.is_some() {
            if tag.kind == TagKind::EndTag && self.skipped.as_deref() == Some(name) {
                self.skipped = None;
            }
            return TokenSinkResult::Continue;
        }
        match (name, tag.kind) {
            ("a", kind) => self.anchor_tag(tag, kind),
            ("br" | "wbr", _) => self.text.push(' '),
            ("img", TagKind::StartTag) => self.picture(tag),
            (
                "script" | "style" | "textarea" | "title" | "xmp" | "iframe" | "noembed" | "noframes",
                TagKind::StartTag,
            ) => {
                self.skipped = Some(name.to_owned());
                let escapable = matches!(name, "textarea" | "title");
                return TokenSinkResult::RawData(if escapable { RawKind::Rcdata } else { RawKind::Rawtext });
            }
            _ if is_block(name) => self.end_block(),
            _ => {}
        }
        TokenSinkResult::Continue
    }

    /// A link ends where the next begins: links do not nest.
    fn anchor_tag(&mut self, tag: &Tag, kind: TagKind) {
        self.end_piece();
        self.anchor = None;
        if kind == TagKind::StartTag
            && let Some(address) = attribute(tag, "href")
        {
            let title = attribute(tag, "title").unwrap_or_default();
            self.anchor = Some(Anchor { address, title, text: String::new() });
        }
    }

    fn picture(&mut self, tag: &Tag) {
        if self.anchor.is_some()
            && let Some(alternative) = attribute(tag, "alt")
        {
            self.text.push(' ');
            self.text.push_str(&alternative);
            self.text.push(' ');
        }
    }

    /// Makes a piece of the text since the last one.
    fn end_piece(&mut self) {
        let text = collapse_whitespace(&std::mem::take(&mut self.text));
        if let Some(anchor) = self.anchor.take() {
            self.block.pieces.push(Piece::Anchor(Anchor { text, ..anchor }));
        } else if !text.is_empty() {
            match self.block.pieces.last_mut() {
                // A link without an address was between them.
                Some(Piece::Text(before)) => {
                    before.push(' ');
                    before.push_str(&text);
                }
                _ => self.block.pieces.push(Piece::Text(text)),
            }
        }
    }

    fn end_block(&mut self) {
        self.end_piece();
        let block = std::mem::take(&mut self.block);
        if block.pieces.iter().any(|piece| matches!(piece, Piece::Anchor(_))) {
            (self.take)(&block);
        }
    }
}

fn attribute(tag: &Tag, name: &str) -> Option<String> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| attribute.value.to_string())
}

/// Whether a tag of that name begins or ends a block.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "col"
            | "colgroup"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "frameset"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "optgroup"
            | "option"
            | "p"
            | "plaintext"
            | "pre"
            | "search"
            | "section"
            | "select"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "template"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}
