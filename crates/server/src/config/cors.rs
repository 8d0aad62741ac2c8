//! Which web pages of other origins may call the interfaces.

use clap::Args;
use std::str::FromStr;
use url::Url;

/// The settings of cross-origin requests.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct CorsConfig {
    /// Origins, comma-separated, whose web pages may call the interfaces: scheme, host and port, or * for all
    /// [default: none]
    #[arg(long = "cors-origins", value_name = "LIST", env = "CATALOG_CORS_ORIGINS")]
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) origins: CorsOrigins,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CorsOrigins {
    /// These; none by default.
    Listed(Vec<String>),
    /// Every one.
    All,
}

impl FromStr for CorsOrigins {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let items: Vec<&str> = text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
        match items[..] {
            ["*"] => Ok(Self::All),
            _ => items.into_iter().map(origin).collect::<Result<_, _>>().map(Self::Listed),
        }
    }
}

/// The origin as browsers send it: in lower case, without a default port.
fn origin(text: &str) -> Result<String, String> {
    let refused = || format!("has no origin such as https://shop.example in {text:?}");
    let url = Url::parse(text).map_err(|_| refused())?;
    let origin = url.origin();
    let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    if origin.is_tuple() && is_bare && url.password().is_none() {
        Ok(origin.ascii_serialization())
    } else {
        Err(refused())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn origins_are_listed_as_browsers_send_them_and_a_star_stands_alone() {
        let listed = |origins: &[&str]| Some(CorsOrigins::Listed(origins.iter().map(ToString::to_string).collect()));
        for (text, expected) in [
            ("", listed(&[])),
            (" , ", listed(&[])),
            ("*", Some(CorsOrigins::All)),
            (
                "https://Shop.Example:443/, http://localhost:3000",
                listed(&["https://shop.example", "http://localhost:3000"]),
            ),
            ("*, https://shop.example", None),
            ("shop.example", None),
            ("https://shop.example/path", None),
            ("https://shop.example?x", None),
            ("https://user@shop.example", None),
            ("file:///tmp", None),
            ("null", None),
        ] {
            assert_eq!(CorsOrigins::from_str(text).ok(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_bad_origin_is_reported_with_the_setting() {
        let error = read::<CorsConfig>(&["--cors-origins", "https://a.example,b"]).unwrap_err();
        let problem = r#"has no origin such as https://shop.example in "b""#;
        assert_eq!(error, format!(r#"--cors-origins (CATALOG_CORS_ORIGINS): "https://a.example,b" {problem}"#));
    }
}
