//! The answers of a set: fetched from the server, put before nginx, and checked at both before and after every row.

use crate::client::{Answer, Client};
use crate::digest::Digest;
use crate::file_server::FileServer;
use crate::limits::Limits;
use crate::rows::Asked;
use anyhow::{Context, ensure};
use std::fs;
use std::path::Path;

/// Answers that one check looks at, spread evenly over the set.
const CHECKED: usize = 2_000;
/// What a client says that takes compressed bodies.
const ACCEPT_ENCODING: (&str, &str) = ("Accept-Encoding", "gzip, br, zstd");

/// One of the two servers, as a check sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The one that is measured.
    Catalog,
    /// What it is measured against.
    Nginx,
}

/// One address of a set, at both servers.
struct Target {
    path: String,
    file: String,
    digest: Digest,
    tag: String,
}

/// A set whose answers are known.
pub(crate) struct Bodies {
    name: &'static str,
    targets: Vec<Target>,
    authorization: String,
}

/// Mean lengths over what a check looked at, in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lengths {
    /// Of heads and bodies.
    pub(crate) answer: f64,
    /// Of bodies as they came.
    pub(crate) body: f64,
}

impl Bodies {
    /// Asks for every address once and puts the answers before nginx.
    ///
    /// # Errors
    /// When an answer is no success, or it is time to stop.
    pub(crate) fn fetch(
        name: &'static str,
        paths: Vec<String>,
        catalog: &mut Client,
        authorization: &str,
        files: Option<&FileServer>,
        limits: &Limits,
    ) -> anyhow::Result<Self> {
        let mut bodies = Self { name, targets: Vec::new(), authorization: authorization.to_owned() };
        for (index, path) in paths.into_iter().enumerate() {
            limits.check()?;
            let answer = catalog.get(&path, &[("Authorization", authorization)])?;
            let digest = Digest::of(answer.json().with_context(|| path.clone())?);
            let file = files.map(|files| files.put(name, index, &answer.body)).transpose()?;
            let tag = answer.header("etag").unwrap_or_default().to_owned();
            bodies.targets.push(Target { path, file: file.unwrap_or_default(), digest, tag });
        }
        Ok(bodies)
    }

    /// Asks for many of the addresses and compares what comes to what came at first.
    ///
    /// # Errors
    /// When an answer is another, or it is time to stop.
    pub(crate) fn check(
        &self,
        asked: Asked,
        side: Side,
        client: &mut Client,
        limits: &Limits,
    ) -> anyhow::Result<Lengths> {
        let (mut count, mut answers, mut bodies) = (0.0, 0, 0);
        for target in self.targets.iter().step_by(self.targets.len().div_ceil(CHECKED)) {
            limits.check()?;
            let path = target.path(side);
            let tag = if asked == Asked::Unchanged { self.tag(target, side, client)? } else { String::new() };
            let mut headers = self.headers(asked);
            if !tag.is_empty() {
                headers.push(("If-None-Match", &tag));
            }
            let answer = client.get(path, &headers)?;
            check_answer(&answer, asked, target).with_context(|| format!("{side:?} {path}"))?;
            count += 1.0;
            answers += answer.length();
            bodies += answer.body.len();
        }
        Ok(Lengths { answer: answers as f64 / count, body: bodies as f64 / count })
    }

    /// Writes the files from which the load tool reads what to ask of a server.
    ///
    /// # Errors
    /// When a file cannot be written or a server does not tell a tag.
    pub(crate) fn write_requests(
        &self,
        asked: Asked,
        side: Side,
        client: &mut Client,
        [requests, headers]: [&Path; 2],
    ) -> anyhow::Result<()> {
        let mut lines = String::new();
        for target in &self.targets {
            let tag = if asked == Asked::Unchanged { self.tag(target, side, client)? } else { String::new() };
            lines.push_str(&format!("{}\t{tag}\n", target.path(side)));
        }
        fs::write(requests, lines)?;
        let lines: String = self.headers(asked).iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        Ok(fs::write(headers, lines)?)
    }

    /// The headers of every request. nginx makes nothing of the token, but has as much to read.
    fn headers(&self, asked: Asked) -> Vec<(&str, &str)> {
        let mut headers = vec![("Authorization", self.authorization.as_str())];
        headers.extend((asked == Asked::Compressed).then_some(ACCEPT_ENCODING));
        headers
    }

    fn tag(&self, target: &Target, side: Side, client: &mut Client) -> anyhow::Result<String> {
        let tag = match side {
            Side::Catalog => target.tag.clone(),
            Side::Nginx => client.get(&target.file, &[])?.header("etag").unwrap_or_default().to_owned(),
        };
        ensure!(!tag.is_empty(), "{side:?} gives no entity tag for {}", self.name);
        Ok(tag)
    }
}

impl Target {
    fn path(&self, side: Side) -> &str {
        match side {
            Side::Catalog => &self.path,
            Side::Nginx => &self.file,
        }
    }
}

fn check_answer(answer: &Answer, asked: Asked, target: &Target) -> anyhow::Result<()> {
    if asked == Asked::Unchanged {
        ensure!(answer.status == 304 && answer.body.is_empty(), "status {} instead of 304", answer.status);
        return Ok(());
    }
    ensure!(Digest::of(answer.json()?) == target.digest, "the body is not the one that came at first");
    Ok(())
}
