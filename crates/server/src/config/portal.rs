//! Whether people get pages.

use catalog_cli::settings::on_or_off;
use clap::{ArgAction, Args};

/// The settings of the portal.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct PortalConfig {
    /// Whether to serve the portal: pages for people, under /portal
    #[arg(long = "portal", value_name = "on|off", env = "CATALOG_PORTAL", default_value = "on")]
    #[arg(action = ArgAction::Set, value_parser = on_or_off)]
    pub(crate) is_on: bool,
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn the_portal_is_on_unless_it_is_switched_off() {
        for (flags, expected) in [(&[][..], true), (&["--portal", "on"], true), (&["--portal", "off"], false)] {
            assert_eq!(read::<PortalConfig>(flags).unwrap().is_on, expected, "{flags:?}");
        }
        assert!(read::<PortalConfig>(&["--portal", "yes"]).unwrap_err().contains("is neither on nor off"));
    }
}
