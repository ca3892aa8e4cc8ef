//! Results to read: the content is assembled once, as a [`Document`], and rendered by one file of code per format.

mod html;
mod markdown;
mod plain;

/// A page of headings, paragraphs, tables and pictures.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// The heading of the page; none if empty.
    pub title: String,
    /// What follows, from the top.
    pub blocks: Vec<Block>,
}

/// A part of a [`Document`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Block {
    /// The heading of a section.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// A list of points.
    List(Vec<String>),
    /// A table.
    Table(TextTable),
    /// A picture as one `<svg>` element under a heading, in pages that can show it.
    Picture {
        /// The heading.
        title: String,
        /// The element.
        svg: String,
    },
}

/// A table of texts. The first column names the rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextTable {
    /// Names of the columns.
    pub header: Vec<String>,
    /// The rows; as many entries as there are columns.
    pub rows: Vec<Vec<Entry>>,
}

/// An entry of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entry {
    /// The text.
    pub text: String,
    /// What stands below it in small, in pages that have the room.
    pub detail: Option<String>,
    /// Whether it is the best of its row, or as good as the best.
    pub is_best: bool,
}

impl<T: Into<String>> From<T> for Entry {
    fn from(text: T) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Document {
    /// As Markdown: without pictures and details.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        markdown::page(self)
    }

    /// As one page of HTML that needs nothing from outside.
    #[must_use]
    pub fn to_html(&self) -> String {
        html::page(self)
    }
}

impl TextTable {
    /// In columns for a terminal; the best of a row have a star.
    #[must_use]
    pub fn to_plain(&self) -> String {
        plain::table(self)
    }
}
