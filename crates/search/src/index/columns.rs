//! Columns of texts, and filters by them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::str::FromStr;

use super::IndexError;
use super::texts::Texts;

/// Columns of texts: for each vector a text or none. A text that many vectors share is kept once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    columns: BTreeMap<String, Column>,
}

/// One column: code 0 is no text, code k the text number k − 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) texts: Texts,
    pub(super) codes: Vec<u32>,
}

impl Columns {
    /// No columns.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With another column: a text or none for each vector. A column of the same name is replaced.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, texts: Vec<Option<String>>) -> Self {
        let mut column = Column::default();
        column.extend(texts.iter().map(Option::as_deref));
        self.columns.insert(name.into(), column);
        self
    }

    /// The names of the columns, sorted.
    #[must_use]
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.columns.keys().map(String::as_str)
    }

    /// The text of a vector in a column, if it has one.
    #[must_use]
    pub fn get(&self, name: &str, row: usize) -> Option<&str> {
        self.columns.get(name)?.get(row)
    }

    /// The columns by their names.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (&String, &Column)> {
        self.columns.iter()
    }

    pub(super) fn insert(&mut self, name: String, column: Column) {
        self.columns.insert(name, column);
    }

    /// Checks that there is an entry for each of that many vectors.
    pub(super) fn check_length(&self, wanted: usize) -> Result<(), IndexError> {
        match self.columns.iter().find(|(_, column)| column.codes.len() != wanted) {
            Some((name, column)) => {
                let what = format!("texts of the column {name}");
                Err(IndexError::Lengths { what, found: column.codes.len(), wanted })
            }
            None => Ok(()),
        }
    }

    /// Appends the columns of `new` vectors to those of `old` ones.
    pub(super) fn append(&mut self, new_columns: Self, old: usize, new: usize) {
        for name in new_columns.columns.keys() {
            let empty = || Column { texts: Texts::default(), codes: vec![0; old] };
            self.columns.entry(name.clone()).or_insert_with(empty);
        }
        for (name, column) in &mut self.columns {
            match new_columns.columns.get(name) {
                Some(added) => column.extend((0..new).map(|row| added.get(row))),
                None => column.codes.resize(old + new, 0),
            }
        }
    }

    /// Keeps the entries of the marked vectors.
    pub(super) fn retain(&mut self, stays: &[bool]) {
        for column in self.columns.values_mut() {
            let mut kept = Column::default();
            kept.extend((0..stays.len()).filter(|&row| stays[row]).map(|row| column.get(row)));
            *column = kept;
        }
    }

    /// For each vector whether a filter lets it through; `None` if it lets all through.
    pub(super) fn passing(&self, filter: &Filter) -> Result<Option<Vec<bool>>, IndexError> {
        let mut passing: Option<Vec<bool>> = None;
        for (name, wanted) in &filter.wanted {
            let unknown =
                || IndexError::UnknownColumn { found: name.clone(), wanted: self.columns.keys().cloned().collect() };
            let column = self.columns.get(name).ok_or_else(unknown)?;
            let fits: Vec<bool> =
                [false].into_iter().chain(column.texts.iter().map(|text| wanted.contains(text))).collect();
            let fits = column.codes.iter().map(|&code| fits[code as usize]);
            passing = Some(match passing {
                None => fits.collect(),
                Some(before) => before.into_iter().zip(fits).map(|(before, fits)| before && fits).collect(),
            });
        }
        Ok(passing)
    }
}

impl Column {
    fn get(&self, row: usize) -> Option<&str> {
        self.codes[row].checked_sub(1).map(|text| self.texts.get(text as usize))
    }

    fn extend<'a>(&mut self, texts: impl Iterator<Item = Option<&'a str>>) {
        let mut known: HashMap<String, u32> = self.texts.iter().map(str::to_owned).zip(1..).collect();
        for text in texts {
            let code = match text {
                None => 0,
                Some(text) => known.get(text).copied().unwrap_or_else(|| {
                    self.texts.push(text);
                    let code = self.texts.len() as u32;
                    known.insert(text.to_owned(), code);
                    code
                }),
            };
            self.codes.push(code);
        }
    }
}

/// Conditions on columns: a vector passes if in each column that is named it has one of the texts that are wanted there.
///
/// ```
/// use sgr_search::index::Filter;
/// let filter: Filter = "label=1".parse()?;
/// assert_eq!(filter, Filter::new().with("label", "1"));
/// # Ok::<(), sgr_search::index::IndexError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    wanted: BTreeMap<String, BTreeSet<String>>,
}

impl Filter {
    /// No condition: everything passes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With another text that is wanted in a column.
    #[must_use]
    pub fn with(mut self, column: impl Into<String>, text: impl Into<String>) -> Self {
        self.wanted.entry(column.into()).or_default().insert(text.into());
        self
    }

    /// The conditions of both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (column, texts) in other.wanted {
            self.wanted.entry(column).or_default().extend(texts);
        }
        self
    }
}

impl FromStr for Filter {
    type Err = IndexError;

    /// One condition: `COLUMN=TEXT`.
    fn from_str(text: &str) -> Result<Self, IndexError> {
        let condition = text.split_once('=').filter(|(column, _)| !column.is_empty());
        let (column, wanted) = condition.ok_or_else(|| IndexError::Condition { found: text.to_owned() })?;
        Ok(Self::new().with(column, wanted))
    }
}
