//! Invisible and confusable characters, which would let one name pass for another.

/// Whether `character` is invisible, or changes how the text around it is shown: control and format characters (U+200B,
/// U+202E), line separators, fillers, variation selectors, private use and noncharacters.
///
/// ```
/// use catalog_domain::values::is_invisible;
/// assert!(is_invisible('\u{200b}') && is_invisible('\u{202e}') && is_invisible('\n'));
/// assert!(!is_invisible(' ') && !is_invisible('№') && !is_invisible('й'));
/// ```
pub fn is_invisible(character: char) -> bool {
    if character.is_ascii() {
        return character.is_control();
    }
    matches!(character,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}'
        // Arabic, Syriac, Hangul, Khmer and Mongolian format characters and fillers.
        | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        // Zero-width characters, marks and overrides of direction, separators of lines and paragraphs.
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{ffff}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        // Tags, supplementary selectors and private use.
        | '\u{e0000}'..='\u{10ffff}')
}

/// Whether `character` is a variant of another one that people write: fullwidth and halfwidth forms, mathematical and
/// enclosed letters, ligatures, spaces of other widths. Compatibility normalisation (NFKC) changes all of them; of the
/// others that it changes, people do write `№`, `™`, `²` and the no-break space.
///
/// ```
/// use catalog_domain::values::is_look_alike;
/// assert!(is_look_alike('ａ') && is_look_alike('𝐀') && is_look_alike('\u{3000}'));
/// assert!(!is_look_alike('a') && !is_look_alike('№') && !is_look_alike('\u{a0}'));
/// ```
pub fn is_look_alike(character: char) -> bool {
    matches!(character,
        '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        // Letterlike and enclosed: № and ™ are between the ranges.
        | '\u{2100}'..='\u{2115}' | '\u{2117}'..='\u{2121}' | '\u{2123}'..='\u{214f}' | '\u{2460}'..='\u{24ff}'
        | '\u{3200}'..='\u{33ff}' | '\u{fb00}'..='\u{fb06}' | '\u{ff00}'..='\u{ffef}'
        | '\u{1d400}'..='\u{1d7ff}' | '\u{1f100}'..='\u{1f1ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_seen_and_is_itself() {
        for text in
            ["Ann O'Neil-Smith", "ООО «Насос №1»", "Müller & Söhne™", "Łódź 5 m²", "株式会社", "и\u{306}", "a\u{a0}b"]
        {
            assert!(!text.chars().any(|each| is_invisible(each) || is_look_alike(each)), "{text}");
        }
    }

    #[test]
    fn confusable_characters_are_recognised() {
        for hidden in
            ["\u{200b}", "\u{200d}", "\u{202e}", "\u{2066}", "\u{feff}", "\u{ad}", "\u{7f}", "\u{85}", "\u{e0041}"]
        {
            assert!(hidden.chars().all(is_invisible), "{hidden:?}");
        }
        for similar in ["Ａ", "ｂ", "𝒜", "ⓐ", "ﬁ", "℀", "\u{2003}", "\u{3000}"] {
            assert!(similar.chars().all(is_look_alike), "{similar:?}");
        }
    }
}
