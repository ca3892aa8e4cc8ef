//! How does foreign text stand in a message? Ids, labels, node names, names of archive entries and paths come from files and
//! from other people: they must not move a cursor, colour a terminal, forge a line of a log or fill a screen.
//!
//! Messages of all crates show such text by [`shown`] and [`shown_path`]. Front ends pass whole messages through [`visible`].
//! Pages have room for all of a text: [`on_one_line`]. Data files keep every character: JSON by [`json_escaped`], which only
//! spells some of them differently.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};
use std::path::Path;

/// Characters of a foreign text that a message shows: long enough for most paths, short enough for a line or two.
const SHOWN: usize = 240;

/// Characters kept at the end of a text that is cut: names that differ often differ there.
const TAIL: usize = 60;

/// Whether a character would act on a terminal or hide what stands there: control characters (line ends, tabs and escape
/// sequences among them), separators of lines and paragraphs, marks that turn the direction of text, and invisible marks.
#[must_use]
pub fn is_misleading(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// A foreign text for a message: misleading characters as escapes such as `\n` and `\u{1b}`, the middle of a long text left
/// out.
///
/// ```
/// use sgr_core::text::shown;
/// assert_eq!(shown("Zoë 1").to_string(), "Zoë 1");
/// assert_eq!(shown("red\u{1b}[31m\nsgr: done").to_string(), r"red\u{1b}[31m\nsgr: done");
/// assert!(shown(&"x".repeat(1000)).to_string().chars().count() < 250);
/// ```
#[must_use]
pub fn shown(text: &str) -> Shown<'_> {
    Shown(Cow::Borrowed(text))
}

/// A path for a message, as [`shown`].
#[must_use]
pub fn shown_path(path: &Path) -> Shown<'_> {
    Shown(path.to_string_lossy())
}

/// A foreign text that is safe to print; made by [`shown`] and [`shown_path`].
#[derive(Debug, Clone)]
pub struct Shown<'a>(Cow<'a, str>);

impl Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Bytes are a bound on the characters, so most texts are not counted.
        let length = if self.0.len() > SHOWN { self.0.chars().count() } else { 0 };
        if length <= SHOWN {
            return self.0.chars().try_for_each(|character| write_escaped(formatter, character));
        }
        self.0.chars().take(SHOWN - TAIL).try_for_each(|character| write_escaped(formatter, character))?;
        formatter.write_char('…')?;
        self.0.chars().skip(length - TAIL).try_for_each(|character| write_escaped(formatter, character))
    }
}

fn write_escaped(target: &mut impl Write, character: char) -> fmt::Result {
    if is_misleading(character) { write!(target, "{}", character.escape_debug()) } else { target.write_char(character) }
}

/// A whole message for a terminal: misleading characters as escapes; a line end stays one, and the next line is indented, so
/// that it cannot pass for a message of its own.
///
/// ```
/// use sgr_core::text::visible;
/// assert_eq!(visible("line 1:\nx = \u{202e}1"), "line 1:\n    x = \\u{202e}1");
/// ```
#[must_use]
pub fn visible(message: &str) -> Cow<'_, str> {
    replaced(message, |character| (character == '\n').then_some("\n    "))
}

/// The whole of a foreign text for a line of a page: line ends and tabs as spaces, other misleading characters as escapes.
///
/// ```
/// use sgr_core::text::on_one_line;
/// assert_eq!(on_one_line("first\nsecond \u{1b}[31m"), "first second \\u{1b}[31m");
/// ```
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    replaced(text, |character| matches!(character, '\n' | '\r' | '\t').then_some(" "))
}

/// A text with misleading characters as escapes, but for those that have something of their own `instead`.
fn replaced(text: &str, instead: impl Fn(char) -> Option<&'static str>) -> Cow<'_, str> {
    if !text.chars().any(is_misleading) {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match instead(character) {
            Some(other) => replaced.push_str(other),
            // Writing to a string cannot fail.
            None => drop(write_escaped(&mut replaced, character)),
        }
    }
    Cow::Owned(replaced)
}

/// JSON with every misleading character inside its strings as a `\u` escape: the same JSON to a program, harmless to a
/// terminal.
///
/// ```
/// use sgr_core::text::json_escaped;
/// assert_eq!(json_escaped("{\"id\":\"\u{9b}31m\"}"), "{\"id\":\"\\u009b31m\"}");
/// ```
#[must_use]
pub fn json_escaped(json: &str) -> Cow<'_, str> {
    // Line ends and tabs stand between the tokens of JSON; inside of strings they are escapes already.
    let is_escaped = |character: char| is_misleading(character) && !character.is_ascii_whitespace();
    if !json.chars().any(is_escaped) {
        return Cow::Borrowed(json);
    }
    let mut text = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_escaped(character) {
            let units = &mut [0; 2];
            for unit in character.encode_utf16(units) {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(character);
        }
    }
    Cow::Owned(text)
}
