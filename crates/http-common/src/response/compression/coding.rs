//! The content codings, each at its fastest level.

use actix_web::http::header::HeaderValue;
use std::io::{self, Write};

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    /// Zstandard (RFC 8878).
    Zstd,
    /// Gzip (RFC 1952).
    Gzip,
}

impl Coding {
    /// Every coding in order of preference. Brotli (RFC 7932) is not among them: of pages of products, zstd makes fewer
    /// bytes in less time, and gzip is there for clients that do not know zstd.
    pub(super) const ALL: [Self; 2] = [Self::Zstd, Self::Gzip];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// The value of `Content-Encoding`.
    pub fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// `body` in this coding, without excess capacity: the result may be cached for long.
    pub(super) fn encode(self, body: &[u8]) -> io::Result<Vec<u8>> {
        let mut encoded = self.encode_with_excess(body)?;
        encoded.shrink_to_fit();
        Ok(encoded)
    }

    fn encode_with_excess(self, body: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Zstd => zstd::bulk::compress(body, 1),
            Self::Gzip => {
                let mut writer =
                    flate2::write::GzEncoder::new(Vec::with_capacity(body.len() / 4), flate2::Compression::fast());
                writer.write_all(body)?;
                writer.finish()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn what_is_encoded_decodes_to_the_same() {
        for (coding, length) in Coding::ALL.into_iter().flat_map(|coding| [(coding, 10_000), (coding, 200_000)]) {
            let body = "catalog ".repeat(length);
            let encoded = coding.encode(body.as_bytes()).unwrap();
            assert!(encoded.len() < body.len() / 20, "{coding:?}");
            assert!(encoded.capacity() < body.len() / 20, "{coding:?} has excess capacity");
            let mut decoded = String::new();
            match coding {
                Coding::Zstd => decoded = String::from_utf8(zstd::decode_all(&*encoded).unwrap()).unwrap(),
                Coding::Gzip => {
                    flate2::read::GzDecoder::new(&*encoded).read_to_string(&mut decoded).unwrap();
                }
            }
            assert!(decoded == body, "{coding:?}");
        }
    }
}
