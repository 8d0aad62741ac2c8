//! Pictures of products: a drawing of the kind of equipment, in colours of the product.

use crate::random::mix;
use crate::vocabulary::CATEGORIES;

/// What is drawn of each kind, in the categories' order: what is dark, and what is light on it.
const SHAPES: [[&str; 2]; 10] = [
    [r#"<circle cx="45" cy="55" r="26"/><path d="M45 29h40v18H45z"/>"#, r#"<circle cx="45" cy="55" r="9"/>"#],
    [r#"<path d="M12 40h22l16 18 16-18h22v40H66L50 62 34 80H12zM46 20h8v40h-8z"/>"#, r#"<path d="M34 14h32v8H34z"/>"#],
    [r#"<path d="M18 34h56v42H18zM74 50h16v10H74z"/>"#, r#"<path d="M26 42h40v4H26zM26 53h40v4H26zM26 64h40v4H26z"/>"#],
    [
        r#"<rect x="14" y="34" width="72" height="34" rx="17"/><path d="M26 66h8v18h-8zM66 66h8v18h-8z"/>"#,
        r#"<circle cx="50" cy="51" r="9"/>"#,
    ],
    [
        r#"<rect x="34" y="18" width="32" height="54" rx="8"/><path d="M46 72h8v18h-8z"/>"#,
        r#"<circle cx="50" cy="38" r="11"/>"#,
    ],
    [
        r#"<circle cx="50" cy="50" r="36"/>"#,
        r#"<path d="M50 24a26 26 0 1 0 .1 0zm0 10a16 16 0 1 1-.1 0z" fill-rule="evenodd"/>"#,
    ],
    [
        r#"<path d="M24 14h52v26H24zM46 40h8v18h-8zM38 58h24v8a14 14 0 1 1-24 12h8a6 6 0 1 0 8-10H38z"/>"#,
        r#"<path d="M32 22h36v8H32z"/>"#,
    ],
    [
        r#"<circle cx="38" cy="46" r="25"/><circle cx="70" cy="64" r="16"/>"#,
        r#"<circle cx="38" cy="46" r="10"/><circle cx="70" cy="64" r="6"/>"#,
    ],
    [
        r#"<rect x="16" y="16" width="68" height="68" rx="8"/>"#,
        r#"<path d="M50 50L44 22h14zM50 50l28-6v14zM50 50l6 28H42zM50 50l-28 6V42z"/>"#,
    ],
    [
        r#"<path d="M28 14h44v60L50 88 28 74z"/>"#,
        r#"<path d="M36 24h3v42h-3zM45 24h3v48h-3zM54 24h3v48h-3zM63 24h3v42h-3z"/>"#,
    ],
];

/// The picture called `name`, as an SVG document: `pmp-000123`, or `pmp-000123-2` for a further one.
pub fn picture(name: &str) -> Option<String> {
    let mut parts = name.split('-');
    let code = parts.next()?;
    let category = CATEGORIES.iter().position(|category| category.code.eq_ignore_ascii_case(code))?;
    let index: u64 = parts.next()?.parse().ok()?;
    let further: u64 = parts.next().map_or(Some(0), |further| further.parse().ok())?;
    let [dark, light] = SHAPES.get(category)?;
    let (hue, angle) = (mix(index) % 360, further % 8 * 45);
    parts.next().is_none().then(|| {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="#fff" d="M0 0h100v100H0z"/>
<g transform="rotate({angle} 50 50)"><g fill="hsl({hue},35%,45%)">{dark}</g><g fill="hsl({hue},30%,88%)">{light}</g></g></svg>
"##
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_kind_has_a_drawing_and_other_names_have_no_picture() {
        let names =
            CATEGORIES.iter().flat_map(|kind| ["-000001", "-2", "-2-1"].map(|end| kind.code.to_lowercase() + end));
        let pictures: HashSet<String> = names.filter_map(|name| picture(&name)).collect();
        assert_eq!(pictures.len(), 3 * SHAPES.len(), "each is another one");
        for name in ["", "pmp", "pmp-", "pmp-x", "pmp-1-2-3", "pmp-1-<", "xxx-1", "../pmp-1"] {
            assert_eq!(picture(name), None, "{name}");
        }
    }
}
