//! Forms with files (`multipart/form-data`, RFC 7578), read as they come: a file may have any size, and no more than a
//! piece of it is in memory.

use actix_web::HttpRequest;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use memchr::memmem::find;

const MOST_HEADER_BYTES: usize = 8 << 10;
/// The most bytes of a field that is no file.
const MOST_FIELD_BYTES: usize = 4 << 10;
/// The most bytes of a boundary (RFC 2046).
const LONGEST_BOUNDARY: usize = 70;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the form is malformed, or was cut off")]
pub(crate) struct Malformed;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartHead {
    pub(crate) name: String,
    /// The name of the file; empty without one.
    pub(crate) file_name: String,
}

pub(crate) struct Multipart<S> {
    stream: S,
    buffer: BytesMut,
    /// What comes before each part and after the last one.
    delimiter: Vec<u8>,
}

/// The boundary between the parts of a request; `None` when it is no such form.
pub(crate) fn boundary(request: &HttpRequest) -> Option<String> {
    let (media_type, parameters) = request.headers().get(CONTENT_TYPE)?.to_str().ok()?.split_once(';')?;
    if !media_type.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let boundary = parameters.split(';').find_map(|parameter| parameter.trim().strip_prefix("boundary="))?;
    let boundary = boundary.trim_matches('"');
    (1..=LONGEST_BOUNDARY).contains(&boundary.len()).then(|| boundary.to_owned())
}

impl<S, E> Multipart<S>
where
    S: Stream<Item = Result<Bytes, E>> + Unpin,
{
    pub(crate) fn new(stream: S, boundary: &str) -> Self {
        // The first delimiter may be at the very beginning.
        Self { stream, buffer: BytesMut::from("\r\n"), delimiter: format!("\r\n--{boundary}").into_bytes() }
    }

    /// Skips the rest of the present part, and returns the next one; `None` after the last one.
    pub(crate) async fn next_part(&mut self) -> Result<Option<PartHead>, Malformed> {
        while self.chunk().await?.is_some() {}
        let _ = self.buffer.split_to(self.delimiter.len());
        while self.buffer.len() < 2 {
            self.fill().await?;
        }
        if self.buffer.starts_with(b"--") {
            return Ok(None);
        }
        loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                let headers = self.buffer.split_to(end + 4);
                return read_head(&headers).map(Some).ok_or(Malformed);
            }
            if self.buffer.len() > MOST_HEADER_BYTES {
                return Err(Malformed);
            }
            self.fill().await?;
        }
    }

    /// The next bytes of the present part; `None` at its end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, Malformed> {
        loop {
            match find(&self.buffer, &self.delimiter) {
                Some(0) => return Ok(None),
                Some(end) => return Ok(Some(self.buffer.split_to(end).freeze())),
                None => {}
            }
            // The end may be the beginning of a delimiter.
            let certain = self.buffer.len().saturating_sub(self.delimiter.len() - 1);
            if certain > 0 {
                return Ok(Some(self.buffer.split_to(certain).freeze()));
            }
            self.fill().await?;
        }
    }

    /// The whole of a present part that is short text.
    pub(crate) async fn text(&mut self) -> Result<String, Malformed> {
        let mut text = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            text.extend_from_slice(&chunk);
            if text.len() > MOST_FIELD_BYTES {
                return Err(Malformed);
            }
        }
        String::from_utf8(text).map_err(|_| Malformed)
    }

    async fn fill(&mut self) -> Result<(), Malformed> {
        let bytes = self.stream.next().await.ok_or(Malformed)?.map_err(|_| Malformed)?;
        self.buffer.extend_from_slice(&bytes);
        Ok(())
    }
}

fn read_head(headers: &[u8]) -> Option<PartHead> {
    let headers = std::str::from_utf8(headers).ok()?;
    let mut lines = headers.split("\r\n").filter_map(|line| line.split_once(':'));
    let (_, disposition) = lines.find(|(name, _)| name.trim().eq_ignore_ascii_case("content-disposition"))?;
    let name = quoted_parameter(disposition, "name")?.to_owned();
    Some(PartHead { name, file_name: quoted_parameter(disposition, "filename").unwrap_or_default().to_owned() })
}

fn quoted_parameter<'a>(disposition: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("; {name}=\"");
    let (_, rest) = disposition.split_once(&start)?;
    rest.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use futures_util::stream;
    use std::convert::Infallible;

    const FORM: &[u8] = b"--b\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nfull\r\n\
        --b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a%22.gz\"\r\nContent-Type: text/plain\r\n\r\n\
        one\r\n--\r\n--\rb two\r\n--b--\r\nafter";

    async fn parts(bytes: &[u8], size: usize) -> Result<Vec<(String, String, Vec<u8>)>, Malformed> {
        let pieces: Vec<Result<Bytes, Infallible>> =
            bytes.chunks(size).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        let mut form = Multipart::new(stream::iter(pieces), "b");
        let mut parts = Vec::new();
        while let Some(head) = form.next_part().await? {
            let mut content = Vec::new();
            while let Some(chunk) = form.chunk().await? {
                content.extend_from_slice(&chunk);
            }
            parts.push((head.name, head.file_name, content));
        }
        Ok(parts)
    }

    #[actix_web::test]
    async fn a_form_is_the_same_however_it_is_cut() {
        let expected = vec![
            ("kind".to_owned(), String::new(), b"full".to_vec()),
            ("file".to_owned(), "a%22.gz".to_owned(), b"one\r\n--\r\n--\rb two".to_vec()),
        ];
        for size in 1..=FORM.len() {
            assert_eq!(parts(FORM, size).await, Ok(expected.clone()), "{size}");
        }
    }

    #[actix_web::test]
    async fn what_is_cut_off_or_no_form_is_malformed() {
        let end = FORM.len() - b"--\r\nafter".len();
        for length in 0..end {
            assert_eq!(parts(&FORM[..length], 7).await, Err(Malformed), "{length}");
        }
        let nameless = b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--";
        let endless = [b"--b\r\n".to_vec(), vec![b'x'; MOST_HEADER_BYTES + 9]].concat();
        for bad in [nameless.as_slice(), &endless] {
            assert_eq!(parts(bad, 1_000).await, Err(Malformed));
        }
    }

    #[test]
    fn the_boundary_is_in_the_header() {
        for (header, expected) in [
            ("multipart/form-data; boundary=abc", Some("abc")),
            ("multipart/form-data; charset=utf-8; boundary=\"a b\"", Some("a b")),
            ("multipart/form-data; boundary=", None),
            ("multipart/form-data", None),
            ("text/plain; boundary=abc", None),
        ] {
            let request = TestRequest::default().insert_header((CONTENT_TYPE, header)).to_http_request();
            assert_eq!(boundary(&request).as_deref(), expected, "{header}");
        }
    }
}
