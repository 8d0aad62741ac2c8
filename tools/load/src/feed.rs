//! The feed of a section, followed page by page.

use crate::client::{Client, Section, items, text};
use serde_json::Value;

const SECTIONS: usize = 40;

/// A place in a feed.
#[derive(Debug, Clone)]
pub(crate) struct Feed {
    pub(crate) section: Section,
    pub(crate) cursor: String,
}

impl Feed {
    /// Where the feed of a section ends now.
    pub(crate) fn end(client: &mut Client, section: &Section) -> anyhow::Result<Self> {
        let page = client.json(&section.at("/products?pageSize=1"))?;
        Ok(Self { section: section.clone(), cursor: text(&page["data"]["meta"], "changesCursor")? })
    }

    /// The same of the largest sections.
    pub(crate) fn ends(client: &mut Client) -> anyhow::Result<Vec<Self>> {
        client.sections()?.iter().take(SECTIONS).map(|section| Self::end(client, section)).collect()
    }

    /// The address of what comes next, or of its summary, with these parameters before the cursor.
    pub(crate) fn address(&self, parameters: &str) -> String {
        self.section.at(&format!("/product-changes{parameters}cursor={}", self.cursor))
    }

    /// Takes the next events and goes on to behind them. Gives them, and whether there are more already.
    pub(crate) fn read(&mut self, client: &mut Client, parameters: &str) -> anyhow::Result<(Vec<Value>, bool)> {
        let page = client.json(&self.address(parameters))?;
        self.cursor = text(&page["data"]["meta"], "nextCursor")?;
        Ok((items(&page).to_vec(), page["data"]["meta"]["hasMore"] == true))
    }

    /// All places from here that are `step` events apart, each with how many events are before it, and the number of
    /// all events.
    pub(crate) fn places(&self, client: &mut Client, step: usize) -> anyhow::Result<(Vec<(usize, Self)>, usize)> {
        let (mut feed, mut places, mut before) = (self.clone(), Vec::new(), 0);
        loop {
            places.push((before, feed.clone()));
            let (events, has_more) = feed.read(client, &format!("?limit={step}&"))?;
            before += events.len();
            if !has_more {
                return Ok((places, before));
            }
        }
    }
}
