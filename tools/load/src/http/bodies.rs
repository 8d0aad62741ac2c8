//! The responses of a set: fetched from the server, put before nginx, and checked at both before and after every row.

use super::rows::Asked;
use crate::client::{Client, json_of};
use crate::nginx::Nginx;
use anyhow::{Context, bail, ensure};
use catalog_testkit::process::{HttpRequest, HttpResponse};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;

/// Responses that one check looks at, spread evenly over the set.
const CHECKED: usize = 2_000;
const ACCEPT_ENCODING: (&str, &str) = ("Accept-Encoding", "gzip, zstd");
/// Members that differ from response to response: cursors carry the time at which they were given.
const CURSORS: [&str; 3] = ["nextCursor", "checkpoint", "changesCursor"];

/// One of the two servers, as a check sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Catalog,
    /// What it is measured against.
    Nginx,
}

#[derive(Clone)]
struct Target {
    /// Its path at each side.
    paths: [String; 2],
    digest: u64,
}

pub(crate) struct Bodies {
    name: &'static str,
    targets: Vec<Target>,
}

impl Bodies {
    /// Requests every address once, however often it is listed, and puts the responses before nginx.
    pub(crate) fn fetch(
        name: &'static str,
        paths: Vec<String>,
        client: &mut Client,
        nginx: Option<&Nginx>,
    ) -> anyhow::Result<Self> {
        let mut targets: Vec<Target> = Vec::with_capacity(paths.len());
        let mut known: HashMap<String, usize> = HashMap::new();
        for (index, path) in paths.into_iter().enumerate() {
            if let Some(first) = known.get(&path) {
                targets.push(targets[*first].clone());
                continue;
            }
            known.insert(path.clone(), index);
            let response = client.get(&path, &[])?;
            let digest = digest(json_of(&response).with_context(|| path.clone())?);
            let file = nginx.map(|nginx| nginx.put(name, index, &response.body)).transpose()?.unwrap_or_default();
            targets.push(Target { paths: [path, file], digest });
        }
        Ok(Self { name, targets })
    }

    /// Requests many of the addresses and compares what comes with what came at first. Gives the mean lengths of
    /// responses and of their bodies, in bytes.
    pub(crate) fn check(&self, asked: Asked, side: Side, client: &mut Client) -> anyhow::Result<[f64; 2]> {
        let (mut count, mut responses, mut bodies) = (0.0, 0, 0);
        for target in self.targets.iter().step_by(self.targets.len().div_ceil(CHECKED)) {
            let request = self.request(target, asked, side, client)?;
            let response = client.fetch(&request)?;
            check_response(response.clone(), asked, target)
                .with_context(|| format!("{side:?} {}", target.paths[side as usize]))?;
            count += 1.0;
            responses += head_length(&response) + response.body.len();
            bodies += response.body.len();
        }
        Ok([responses as f64 / count, bodies as f64 / count])
    }

    pub(crate) fn requests(&self, asked: Asked, side: Side, client: &mut Client) -> anyhow::Result<Vec<Vec<u8>>> {
        self.targets.iter().map(|target| Ok(self.request(target, asked, side, client)?.to_bytes())).collect()
    }

    /// A request for one address. nginx ignores the token, but has as much to read.
    fn request(&self, target: &Target, asked: Asked, side: Side, client: &mut Client) -> anyhow::Result<HttpRequest> {
        let path = &target.paths[side as usize];
        Ok(match asked {
            Asked::Plain => client.request(path, &[]),
            Asked::Compressed => client.request(path, &[ACCEPT_ENCODING]),
            Asked::Unchanged => {
                let response = client.get(path, &[])?;
                let tag = response.header("etag");
                let tag = tag.with_context(|| format!("{side:?} gives no entity tag for {}", self.name))?;
                client.request(path, &[("If-None-Match", tag)])
            }
        })
    }
}

fn check_response(response: HttpResponse, asked: Asked, target: &Target) -> anyhow::Result<()> {
    if asked == Asked::Unchanged {
        ensure!(response.status == 304, "status {} instead of 304", response.status);
        return Ok(());
    }
    let body = decoded(&response)?;
    ensure!(digest(json_of(&HttpResponse { body, ..response })?) == target.digest, "the body is not the first one");
    Ok(())
}

/// The bytes of a response's head: the status line, and four for each header beside its name and value.
fn head_length(response: &HttpResponse) -> usize {
    let headers: usize = response.headers.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
    "HTTP/1.1 200 OK\r\n\r\n".len() + headers
}

fn decoded(response: &HttpResponse) -> anyhow::Result<Vec<u8>> {
    let mut decoded = Vec::new();
    match response.header("content-encoding") {
        None => decoded.extend_from_slice(&response.body),
        Some("gzip") => drop(flate2::read::GzDecoder::new(&response.body[..]).read_to_end(&mut decoded)?),
        Some("zstd") => decoded = zstd::decode_all(&response.body[..])?,
        Some(other) => bail!("the content coding {other:?} was not requested"),
    }
    Ok(decoded)
}

/// Equal for bodies that say the same, cursors aside.
fn digest(mut body: Value) -> u64 {
    if let Some(meta) = body.pointer_mut("/data/meta").and_then(Value::as_object_mut) {
        for name in CURSORS {
            if let Some(cursor) = meta.get_mut(name) {
                *cursor = Value::Null;
            }
        }
    }
    let mut hasher = DefaultHasher::new();
    body.to_string().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use serde_json::json;
    use std::io::Write;

    const BODY: &[u8] = br#"{"status": true}"#;

    fn response(coding: &str, body: Vec<u8>) -> HttpResponse {
        let headers = vec![("content-encoding".to_owned(), coding.to_owned())];
        HttpResponse { status: 200, headers, body, ..HttpResponse::default() }
    }

    #[test]
    fn a_body_is_read_whatever_its_coding() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(BODY).unwrap();
        let zstd = zstd::encode_all(BODY, 1).unwrap();
        for (coding, body) in [("gzip", gzip.finish().unwrap()), ("zstd", zstd)] {
            assert_eq!(decoded(&response(coding, body)).unwrap(), BODY, "{coding}");
        }
        assert_eq!(decoded(&HttpResponse { body: BODY.into(), ..HttpResponse::default() }).unwrap(), BODY);
        for coding in ["compress", "gzip"] {
            assert!(decoded(&response(coding, BODY.into())).is_err(), "{coding}");
        }
    }

    #[test]
    fn bodies_that_differ_in_their_cursors_only_are_equal() {
        let body = |cursor: &str, total: u32| json!({"data": {"meta": {"changesCursor": cursor, "checkpoint": cursor, "nextCursor": cursor, "total": total}}});
        assert_eq!(digest(body("a", 1)), digest(body("b", 1)));
        assert_ne!(digest(body("a", 1)), digest(body("a", 2)));
        let elsewhere = |cursor: &str| json!({"data": {"items": [{"nextCursor": cursor}]}});
        assert_ne!(digest(elsewhere("a")), digest(elsewhere("b")));
    }
}
