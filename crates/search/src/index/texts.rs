//! Many texts in one piece of memory.

/// Texts one after another, and where each ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Texts {
    joined: String,
    ends: Vec<usize>,
}

impl Texts {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.joined[start..self.ends[at]]
    }

    pub(super) fn push(&mut self, text: &str) {
        self.joined.push_str(text);
        self.ends.push(self.joined.len());
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|at| self.get(at))
    }

    pub(super) fn append(&mut self, other: &Self) {
        other.iter().for_each(|text| self.push(text));
    }

    /// Keeps the marked texts.
    pub(super) fn retain(&mut self, stays: &[bool]) {
        *self = self.iter().zip(stays).filter(|(_, stays)| **stays).map(|(text, _)| text).collect();
    }
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let mut joined = Self::default();
        texts.into_iter().for_each(|text| joined.push(text.as_ref()));
        joined
    }
}
