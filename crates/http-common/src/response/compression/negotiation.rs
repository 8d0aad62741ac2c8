//! Negotiates the content coding (RFC 9110, section 12.5.3).

use super::coding::Coding;
use actix_web::http::header::{ACCEPT_ENCODING, HeaderMap};

/// The coding of the response: the one with the highest weight in `Accept-Encoding`, ties by our preference; `None` for
/// no coding.
pub fn negotiate(headers: &HeaderMap) -> Option<Coding> {
    if !headers.contains_key(ACCEPT_ENCODING) {
        return None;
    }
    let texts = headers.get_all(ACCEPT_ENCODING).filter_map(|value| value.to_str().ok());
    let wishes: Vec<(&str, u32)> = texts.flat_map(|text| text.split(',')).filter_map(preference).collect();
    let weight = |name: &str| {
        let named = |wanted: &str| wishes.iter().find(|(coding, _)| coding.eq_ignore_ascii_case(wanted));
        named(name).or_else(|| named("*")).map_or(0, |(_, weight)| *weight)
    };
    let identity =
        wishes.iter().find(|(coding, _)| coding.eq_ignore_ascii_case("identity")).map_or(0, |preference| preference.1);
    let weighted = Coding::ALL.into_iter().map(|coding| (coding, weight(coding.name())));
    // `max_by_key` returns the last of equal ones, so the preferred coding comes last.
    let best = weighted.rev().max_by_key(|(_, weight)| *weight)?;
    (best.1 > 0 && best.1 >= identity).then_some(best.0)
}

/// `gzip;q=0.5` as a name and thousandths; `None` for what is malformed.
fn preference(text: &str) -> Option<(&str, u32)> {
    let mut pieces = text.split(';').map(str::trim);
    let name = pieces.next().filter(|name| !name.is_empty())?;
    let Some(parameter) = pieces.next() else { return Some((name, 1_000)) };
    let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="))?;
    let (whole, decimals) = weight.split_once('.').unwrap_or((weight, ""));
    let thousandths = format!("{whole}{decimals:0<3}");
    let is_weight =
        decimals.len() <= 3 && matches!(whole, "0" | "1") && thousandths.bytes().all(|b| b.is_ascii_digit());
    is_weight.then(|| thousandths.parse().ok())?.filter(|weight| *weight <= 1_000).map(|weight| (name, weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    #[test]
    fn a_client_gets_the_coding_it_weights_highest_and_we_like_best() {
        use Coding::{Gzip, Zstd};
        for (accepted, expected) in [
            ("", None),
            ("identity", None),
            ("deflate", None),
            ("gzip", Some(Gzip)),
            ("GZIP", Some(Gzip)),
            ("gzip, deflate, br", Some(Gzip)),
            ("gzip, deflate, br, zstd", Some(Zstd)),
            ("gzip;q=1.0, br;q=0.9, zstd;q=0.999", Some(Gzip)),
            ("br", None),
            ("*", Some(Zstd)),
            ("zstd;q=0, *", Some(Gzip)),
            ("br;q=0", None),
            ("*;q=0", None),
            ("identity;q=1, gzip;q=0.5", None),
            ("identity;q=0.5, gzip;q=0.5", Some(Gzip)),
            ("gzip;q=2", None),
            ("gzip;q=x, zstd ; q=0.5", Some(Zstd)),
            ("gzip;q=-1", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_str(accepted).unwrap());
            assert_eq!(negotiate(&headers), expected, "{accepted:?}");
        }
        assert_eq!(negotiate(&HeaderMap::new()), None);
    }
}
