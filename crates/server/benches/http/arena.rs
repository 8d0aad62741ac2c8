//! Everything that the rows of the table share: both servers, the load tool, and sets that were fetched already.

use crate::bodies::{Bodies, Side};
use crate::catalog_server::CatalogServer;
use crate::client::Client;
use crate::contest::{Outcome, Pace, compete};
use crate::file_server::FileServer;
use crate::limits::Limits;
use crate::load::{Load, LoadTool};
use crate::process::Process;
use crate::rows::Row;
use crate::stage::Stage;
use crate::survey::{FeedPlace, Survey};
use crate::targets::{Source, TargetSet};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What the rows share.
pub(crate) struct Arena<'a> {
    /// The server that is measured.
    pub(crate) catalog: &'a CatalogServer,
    /// What it is measured against; `None` when that is another catalog.
    pub(crate) files: Option<&'a FileServer>,
    /// Drives the load.
    pub(crate) tool: &'a LoadTool,
    /// What there is to ask for.
    survey: Survey,
    /// Where feeds ended before the changes.
    feed_places: &'a [FeedPlace],
    /// Where lists of requests are written.
    folder: PathBuf,
    /// When to stop.
    pub(crate) limits: &'a Limits,
    fetched: HashMap<TargetSet, Bodies>,
}

impl<'a> Arena<'a> {
    /// An arena in which nothing has been fetched yet.
    ///
    /// # Errors
    /// When the server does not tell what there is.
    pub(crate) fn new(
        stage: &'a Stage,
        files: Option<&'a FileServer>,
        tool: &'a LoadTool,
        folder: &Path,
        limits: &'a Limits,
    ) -> anyhow::Result<Self> {
        let catalog = &stage.server;
        let survey = Survey::take(&mut catalog.reader()?)?;
        let folder = folder.join(format!("requests-{}", stage.store.products));
        fs::create_dir_all(&folder)?;
        Ok(Self {
            catalog,
            files,
            tool,
            survey,
            feed_places: &stage.feed_places,
            folder,
            limits,
            fetched: HashMap::new(),
        })
    }

    /// Measures one row against nginx, and checks the answers of both before and after.
    ///
    /// # Errors
    /// When an answer is wrong, a request fails, or it is time to stop.
    pub(crate) fn measure(&mut self, row: Row, pace: Pace) -> anyhow::Result<Outcome> {
        self.fetch(row.set)?;
        let catalog_load = self.load(row, Side::Catalog)?;
        let nginx_load = self.load(row, Side::Nginx)?;
        let outcome =
            compete(self.tool, [&catalog_load, &nginx_load], pace, self.limits, || self.catalog.forget_log())?;
        for side in [Side::Catalog, Side::Nginx] {
            self.fetched[&row.set].check(row.asked, side, &mut self.client(side)?, self.limits)?;
        }
        Ok(outcome)
    }

    /// Checks a row's answers at one server, and makes ready to ask for them again and again.
    ///
    /// # Errors
    /// When an answer is wrong, or it is time to stop.
    pub(crate) fn load(&self, row: Row, side: Side) -> anyhow::Result<Load<'a>> {
        let bodies = &self.fetched[&row.set];
        let mut client = self.client(side)?;
        let lengths = bodies.check(row.asked, side, &mut client, self.limits)?;
        let requests = self.folder.join(format!("{}-{side:?}.requests", row.name()));
        let headers = self.folder.join(format!("{}-{side:?}.headers", row.name()));
        bodies.write_requests(row.asked, side, &mut client, [&requests, &headers])?;
        let (process, address) = self.server(side);
        Ok(Load { process, address, requests, headers, answer_length: lengths.answer, body_length: lengths.body })
    }

    /// Fetches a set unless that was done before.
    ///
    /// # Errors
    /// When an answer is no success, or it is time to stop.
    pub(crate) fn fetch(&mut self, set: TargetSet) -> anyhow::Result<()> {
        if self.fetched.contains_key(&set) {
            return Ok(());
        }
        let reader = self.catalog.reader()?;
        let mut source =
            Source { survey: &self.survey, feed_places: self.feed_places, has_nginx: self.files.is_some(), reader };
        let paths = set.targets(&mut source)?;
        let mut client = Client::connect(&self.catalog.address)?;
        let authorization = &self.catalog.authorization;
        let bodies = Bodies::fetch(set.name(), paths, &mut client, authorization, self.files, self.limits)?;
        self.fetched.insert(set, bodies);
        Ok(())
    }

    fn client(&self, side: Side) -> anyhow::Result<Client> {
        Client::connect(self.server(side).1)
    }

    fn server(&self, side: Side) -> (&'a Process, &'a str) {
        match (side, self.files) {
            (Side::Nginx, Some(nginx)) => (&nginx.process, nginx.address.as_str()),
            _ => (&self.catalog.process, self.catalog.address.as_str()),
        }
    }
}
