//! The flags that describe an account, shared by `add` and `set`.

use crate::price_level::known_level;
use anyhow::{Context, bail};
use catalog_domain::accounts::{AccountProfile, check_text};
use catalog_domain::ports::{EventSearch, VisibilityLookup};
use catalog_domain::pricing::{PriceLevel, Role};
use clap::Args;

#[derive(Args)]
pub(super) struct ProfileArguments {
    /// The person's name
    #[arg(long)]
    name: Option<String>,
    /// The company
    #[arg(long)]
    company: Option<String>,
    /// user or admin
    #[arg(long, value_name = "ROLE", value_parser = read_role)]
    role: Option<Role>,
    /// The price level that determines personal prices; one of those that were imported
    #[arg(long, value_name = "LEVEL")]
    price_level: Option<String>,
    /// Take a price level that no import has had yet
    #[arg(long, requires = "price_level")]
    new_price_level: bool,
    /// Whether configurators are shown
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    configurator: Option<bool>,
}

impl ProfileArguments {
    /// Whether no flag was given.
    pub(super) fn is_empty(&self) -> bool {
        let Self { name, company, role, price_level, new_price_level: _, configurator } = self;
        name.is_none() && company.is_none() && role.is_none() && price_level.is_none() && configurator.is_none()
    }

    /// Checks the texts.
    ///
    /// # Errors
    /// When one breaks the rules for the texts of an account.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let price_level = self.price_level.as_deref();
        for (flag, text) in
            [("--name", self.name.as_deref()), ("--company", self.company.as_deref()), ("--price-level", price_level)]
        {
            if let Some(Err(problem)) = text.map(check_text) {
                bail!("{flag}: the text {problem}");
            }
        }
        if price_level.is_some_and(|level| level.trim().is_empty()) {
            bail!("--price-level: the text must not be blank");
        }
        Ok(())
    }

    /// Checks the price level against those that the store knows. Before any was imported every level is taken:
    /// accounts may be made before the first import.
    ///
    /// # Errors
    /// When the store cannot be read, or knows levels, but not this one, and the flag for a new one is missing.
    pub(super) fn check_level(&self, store: &dyn VisibilityLookup) -> anyhow::Result<()> {
        let Some(level) = self.price_level.as_ref().filter(|_| !self.new_price_level) else { return Ok(()) };
        let known = store.look_up(None, EventSearch::NONE)?.price_levels;
        if known.is_empty() {
            return Ok(());
        }
        known_level(level, &known)
            .map(drop)
            .context("--price-level (--new-price-level takes one that was not imported yet)")
    }

    /// Writes the given values into `profile`.
    pub(super) fn apply(&self, profile: &mut AccountProfile) {
        if let Some(name) = &self.name {
            profile.name.clone_from(name);
        }
        if let Some(company) = &self.company {
            profile.company.clone_from(company);
        }
        profile.role = self.role.unwrap_or(profile.role);
        if let Some(level) = &self.price_level {
            profile.price_level = PriceLevel::new(level);
        }
        profile.configurator_access = self.configurator.unwrap_or(profile.configurator_access);
    }
}

fn read_role(name: &str) -> Result<Role, &'static str> {
    Role::from_name(name).ok_or("must be user or admin")
}
