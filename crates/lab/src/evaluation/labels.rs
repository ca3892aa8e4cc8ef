//! Class labels as numbers.

use super::EvaluationError;

/// The class of each graph, as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassLabels {
    names: Vec<String>,
    classes: Vec<usize>,
}

impl ClassLabels {
    /// Numbers the classes in the order of their names: by value where all names are whole numbers, otherwise as text.
    ///
    /// # Errors
    /// [`EvaluationError::NoLabel`], [`EvaluationError::OneClass`], and [`EvaluationError::TooFewGraphs`] for an empty
    /// list.
    pub fn new(labels: &[Option<&str>]) -> Result<Self, EvaluationError> {
        let labels: Vec<&str> = (labels.iter().enumerate())
            .map(|(graph, label)| label.ok_or(EvaluationError::NoLabel { graph }))
            .collect::<Result<_, _>>()?;
        let names = sorted_names(&labels);
        match names.as_slice() {
            [] => Err(EvaluationError::TooFewGraphs { found: 0, wanted: 2, what: "two classes" }),
            [class] => Err(EvaluationError::OneClass { graphs: labels.len(), class: (*class).to_owned() }),
            _ => {
                let mut by_text: Vec<(&str, usize)> = names.iter().enumerate().map(|(at, &name)| (name, at)).collect();
                by_text.sort_unstable();
                let class = |label: &&str| by_text[by_text.partition_point(|(name, _)| name < label)].1;
                let classes = labels.iter().map(class).collect();
                Ok(Self { names: names.into_iter().map(str::to_owned).collect(), classes })
            }
        }
    }

    /// Number of graphs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Never: there are at least two classes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The names of the classes, in order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The class of each graph: a position in [`Self::names`].
    #[must_use]
    pub fn classes(&self) -> &[usize] {
        &self.classes
    }

    /// The mean vector of each class.
    ///
    /// # Panics
    /// If there are not as many rows of `width` numbers as graphs.
    #[must_use]
    pub fn means(&self, rows: &[f32], width: usize) -> Vec<Vec<f64>> {
        assert_eq!(
            rows.len(),
            self.len() * width,
            "found {} numbers, wanted {} rows of {width}",
            rows.len(),
            self.len()
        );
        let mut sums = vec![(0usize, vec![0.0; width]); self.names.len()];
        for (row, &class) in rows.chunks_exact(width).zip(&self.classes) {
            let (count, sum) = &mut sums[class];
            *count += 1;
            sum.iter_mut().zip(row).for_each(|(sum, &value)| *sum += f64::from(value));
        }
        let mean = |(count, sum): (usize, Vec<f64>)| sum.into_iter().map(|sum| sum / count as f64).collect();
        sums.into_iter().map(mean).collect()
    }

    /// Classes with a single graph: it is never both learned from and tested, so it can only be mistaken.
    #[must_use]
    pub fn single_graph_classes(&self) -> Vec<&str> {
        let mut counts = vec![0; self.names.len()];
        self.classes.iter().for_each(|&class| counts[class] += 1);
        (self.names.iter().zip(counts)).filter(|&(_, count)| count == 1).map(|(name, _)| name.as_str()).collect()
    }
}

/// Each name once, in the order of the classes.
fn sorted_names<'a>(labels: &[&'a str]) -> Vec<&'a str> {
    let mut names = labels.to_vec();
    names.sort_unstable();
    names.dedup();
    let numbers: Result<Vec<i64>, _> = names.iter().map(|name| name.parse()).collect();
    if let Ok(numbers) = numbers {
        let mut numbered: Vec<(i64, &str)> = numbers.into_iter().zip(names).collect();
        numbered.sort_unstable();
        return numbered.into_iter().map(|(_, name)| name).collect();
    }
    names
}
