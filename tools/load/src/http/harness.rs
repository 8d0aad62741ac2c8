//! Everything that the rows of the table share: both servers, and sets that were fetched already.

use super::bodies::{Bodies, Side};
use super::comparison::{Outcome, compare};
use super::fixture::Fixture;
use super::load::Load;
use super::rows::Row;
use super::sampler::Sample;
use super::targets::{Source, targets};
use crate::client::Client;
use crate::nginx::Nginx;
use std::collections::HashMap;

pub(crate) struct Harness<'a> {
    pub(crate) fixture: &'a Fixture,
    /// What it is measured against; `None` when that is another catalog.
    nginx: Option<&'a Nginx>,
    sample: Sample,
    fetched: HashMap<&'static str, Bodies>,
}

impl<'a> Harness<'a> {
    pub(crate) fn new(fixture: &'a Fixture, nginx: Option<&'a Nginx>) -> anyhow::Result<Self> {
        let sample = Sample::take(&mut fixture.client())?;
        Ok(Self { fixture, nginx, sample, fetched: HashMap::new() })
    }

    /// Measures one row against nginx, and checks the responses of both before and after.
    pub(crate) fn measure(&mut self, row: Row, rounds: u32) -> anyhow::Result<Outcome> {
        let loads = [self.load(row, Side::Catalog)?, self.load(row, Side::Nginx)?];
        let outcome = compare(loads.each_ref(), rounds, || self.fixture.server.forget_log())?;
        for side in [Side::Catalog, Side::Nginx] {
            self.fetched[&row.set].check(row.asked, side, &mut self.client(side))?;
        }
        Ok(outcome)
    }

    /// Checks a row's responses at one server, and makes ready to request them again and again.
    pub(crate) fn load(&mut self, row: Row, side: Side) -> anyhow::Result<Load> {
        self.fetch(row.set)?;
        let bodies = &self.fetched[&row.set];
        let mut client = self.client(side);
        let lengths = bodies.check(row.asked, side, &mut client)?;
        let requests = bodies.requests(row.asked, side, &mut client)?;
        let server = match (side, self.nginx) {
            (Side::Nginx, Some(nginx)) => (nginx.id(), nginx.address),
            _ => (self.fixture.server.id(), self.fixture.server.address),
        };
        Load::new(server, &requests, self.fixture.file(&format!("{side:?}.requests")), lengths)
    }

    fn fetch(&mut self, set: &'static str) -> anyhow::Result<()> {
        if self.fetched.contains_key(set) {
            return Ok(());
        }
        let mut client = self.fixture.client();
        let (sample, feeds) = (&self.sample, &self.fixture.feeds[..]);
        let mut source = Source { sample, feeds, has_nginx: self.nginx.is_some(), client: &mut client };
        let paths = targets(set, &mut source)?;
        self.fetched.insert(set, Bodies::fetch(set, paths, &mut client, self.nginx)?);
        Ok(())
    }

    fn client(&self, side: Side) -> Client {
        match (side, self.nginx) {
            (Side::Nginx, Some(nginx)) => Client::new(nginx.address, &self.fixture.token),
            _ => self.fixture.client(),
        }
    }
}
