//! The content codings, each at its fastest level.

use actix_web::http::header::HeaderValue;
use std::io::{self, Write};

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    /// Zstandard (RFC 8878).
    Zstd,
    /// Brotli (RFC 7932).
    Brotli,
    /// Gzip (RFC 1952).
    Gzip,
}

impl Coding {
    /// Every coding in order of preference: at their fastest levels they differ more in speed than in size.
    pub(super) const ALL: [Self; 3] = [Self::Zstd, Self::Brotli, Self::Gzip];

    /// The brotli window, as a power of two; larger ones cost more to set up than they save on such bodies.
    const BROTLI_WINDOW: u32 = 18;

    /// The brotli quality of a body. From a mebibyte on, the lowest one gives the same size in two thirds of the time.
    fn brotli_quality(body: &[u8]) -> u32 {
        if body.len() < 1 << 20 { 1 } else { 0 }
    }

    /// The name in headers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The value of `Content-Encoding`.
    #[must_use]
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
        let target = Vec::with_capacity(body.len() / 4);
        match self {
            Self::Zstd => zstd::bulk::compress(body, 1),
            Self::Brotli => {
                let mut writer =
                    brotli::CompressorWriter::new(target, 32 * 1_024, Self::brotli_quality(body), Self::BROTLI_WINDOW);
                writer.write_all(body)?;
                Ok(writer.into_inner())
            }
            Self::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(target, flate2::Compression::fast());
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
                Coding::Brotli => {
                    brotli::Decompressor::new(&*encoded, 4_096).read_to_string(&mut decoded).unwrap();
                }
                Coding::Gzip => {
                    flate2::read::GzDecoder::new(&*encoded).read_to_string(&mut decoded).unwrap();
                }
            }
            assert!(decoded == body, "{coding:?}");
        }
    }
}
