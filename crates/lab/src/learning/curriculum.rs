//! Graphs and settings that make a model.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{TrainingError, TrainingSettings};
use crate::synthetic::{Family, Recipe, SyntheticError};
use sgr_core::representation::{Channels, Distance, Model, VectorStatistics};
use sgr_core::resampling::{KnotRule, SAMPLES};

/// Everything that makes a model: its channels, its training graphs, and the settings of its training. As text, a small
/// TOML file.
///
/// The same curriculum gives the same model, to the byte on one instruction set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Curriculum {
    /// The channels of the model, by name.
    pub channels: Vec<String>,
    /// M: samples of the spectrum.
    pub samples: usize,
    /// Positions of the eigenvalues on [0, 1].
    pub knots: KnotRule,
    /// The default distance of the model's vectors; the training does not depend on it.
    pub distance: Distance,
    /// The training graphs.
    pub graphs: Vec<GraphGroup>,
    /// The settings of the training; its seed is also the seed of the graphs.
    pub training: TrainingSettings,
}

/// Some families, drawn by one recipe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct GraphGroup {
    /// The families, by name.
    pub families: Vec<String>,
    /// Graphs of each.
    pub count: u64,
    /// Fewest and most nodes.
    pub nodes: [u32; 2],
    /// Lowest and highest mean degree.
    pub degree: [f64; 2],
    /// Fewest and most blocks.
    pub blocks: [u32; 2],
    /// How many times denser blocks are inside than outside: least and most.
    pub ratio: [f64; 2],
    /// Each family is cut into that many equal parts by size, and each of those into as many by density; every part is a
    /// class. 1: a family is a class.
    pub bins: usize,
}

impl Default for Curriculum {
    /// The paper's: Erdős–Rényi graphs against block models, by the spectrum alone.
    fn default() -> Self {
        Self {
            channels: vec!["spectrum".to_owned()],
            samples: SAMPLES,
            knots: KnotRule::default(),
            distance: Distance::default(),
            graphs: vec![GraphGroup::default()],
            training: TrainingSettings::default(),
        }
    }
}

impl Default for GraphGroup {
    fn default() -> Self {
        let Recipe { nodes, mean_degree, blocks, ratio } = Recipe::default();
        Self {
            families: [Family::ErdosRenyi, Family::BlockModel].map(|family| family.name().to_owned()).into(),
            count: 4000,
            nodes: [*nodes.start(), *nodes.end()],
            degree: [*mean_degree.start(), *mean_degree.end()],
            blocks: [*blocks.start(), *blocks.end()],
            ratio: [*ratio.start(), *ratio.end()],
            bins: 1,
        }
    }
}

/// A family of a group.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lesson<'a> {
    /// Position of the group.
    pub(crate) group: usize,
    pub(crate) family: Family,
    pub(crate) settings: &'a GraphGroup,
    /// The first of its classes.
    pub(crate) first_class: usize,
}

impl Curriculum {
    /// The channels.
    ///
    /// # Errors
    /// [`TrainingError::Channels`] for a name that no channel has, one that is given twice, or none at all.
    pub fn channels(&self) -> Result<Channels, TrainingError> {
        Ok(Channels::parse(&self.channels, self.samples, self.knots)?)
    }

    /// The curriculum that made a model, from the provenance in its file; `None` for a model that was made in another way.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        let mut settings: Map<String, Value> = serde_json::from_str(model.provenance().settings()).ok()?;
        let graphs = serde_json::from_value(settings.remove("graphs")?).ok()?;
        let training = serde_json::from_value(Value::Object(settings)).ok()?;
        let channels = model.channels();
        Some(Self {
            channels: channels.names().iter().map(|name| (*name).to_owned()).collect(),
            samples: channels.samples(),
            knots: channels.rule(),
            distance: model.statistics().map_or_else(Distance::default, VectorStatistics::distance),
            graphs,
            training,
        })
    }

    /// Whether every setting is in its range.
    ///
    /// # Errors
    /// [`TrainingError`] with the first setting that does not.
    pub fn check(&self) -> Result<(), TrainingError> {
        self.training.check_channels(self.channels()?.names())?;
        self.lessons()?;
        self.training.check()
    }

    /// The family that a class is, or is a part of: `block-model` for `2:block-model 1/3 3/3`.
    #[must_use]
    pub fn family_of_class(class: &str) -> &str {
        let name = class.split_once(':').map_or(class, |(_, name)| name);
        name.split_once(' ').map_or(name, |(family, _)| family)
    }

    /// Number of graphs.
    #[must_use]
    pub fn graph_count(&self) -> u64 {
        self.graphs.iter().map(|group| group.families.len() as u64 * group.count).sum()
    }

    /// Families and recipes, in the order they are drawn and their classes are numbered.
    ///
    /// # Errors
    /// [`TrainingError`] for a family that is unknown or twice in a group, an impossible range, no group, no
    /// graphs, or more parts than graphs.
    pub(crate) fn lessons(&self) -> Result<Vec<Lesson<'_>>, TrainingError> {
        let mut lessons: Vec<Lesson<'_>> = Vec::new();
        if !Distance::OF_ANY_NUMBERS.contains(&self.distance) {
            let found = self.distance.name().to_owned();
            let wanted = "a distance of numbers of both signs";
            return Err(TrainingError::Setting { setting: "distance", found, wanted });
        }
        let mut first_class = 0;
        for (group, settings) in self.graphs.iter().enumerate() {
            settings.check()?;
            for name in &settings.families {
                let family: Family = name.parse().map_err(SyntheticError::from)?;
                if lessons.iter().any(|lesson| lesson.group == group && lesson.family == family) {
                    return Err(TrainingError::Setting {
                        setting: "families",
                        found: format!("{name} twice"),
                        wanted: "each once in a group",
                    });
                }
                lessons.push(Lesson { group, family, settings, first_class });
                first_class += settings.bins * settings.bins;
            }
        }
        match first_class {
            0 | 1 => {
                let found = format!("{first_class} classes");
                Err(TrainingError::Setting { setting: "graphs", found, wanted: "at least 2 classes to tell apart" })
            }
            _ => Ok(lessons),
        }
    }

    /// The classes: families, or parts of them: `block-model`, or `block-model 2/3 1/3` for the second third by size, the
    /// first of that by density. The group's number goes before a family that an earlier group has too.
    pub(crate) fn class_names(lessons: &[Lesson<'_>]) -> Vec<String> {
        let mut names = Vec::new();
        for (at, lesson) in lessons.iter().enumerate() {
            let is_again = lessons[..at].iter().any(|earlier| earlier.family == lesson.family);
            let prefix = if is_again { format!("{}:", lesson.group + 1) } else { String::new() };
            let (family, bins) = (lesson.family, lesson.settings.bins);
            if bins == 1 {
                names.push(format!("{prefix}{family}"));
                continue;
            }
            for size in 1..=bins {
                names.extend((1..=bins).map(|density| format!("{prefix}{family} {size}/{bins} {density}/{bins}")));
            }
        }
        names
    }

    /// Sets the channels that the model sees, by name.
    #[must_use]
    pub fn with_channels(mut self, channels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.channels = channels.into_iter().map(Into::into).collect();
        self
    }

    /// Sets M, the number of samples of the spectrum.
    #[must_use]
    pub fn with_samples(mut self, samples: usize) -> Self {
        self.samples = samples;
        self
    }

    /// Sets the positions of the eigenvalues on [0, 1].
    #[must_use]
    pub fn with_knots(mut self, knots: KnotRule) -> Self {
        self.knots = knots;
        self
    }

    /// Sets the default distance of the model's vectors.
    #[must_use]
    pub fn with_distance(mut self, distance: Distance) -> Self {
        self.distance = distance;
        self
    }

    /// Sets the groups of training graphs.
    #[must_use]
    pub fn with_graphs(mut self, graphs: impl IntoIterator<Item = GraphGroup>) -> Self {
        self.graphs = graphs.into_iter().collect();
        self
    }

    /// Sets the settings of the training.
    #[must_use]
    pub fn with_training(mut self, training: TrainingSettings) -> Self {
        self.training = training;
        self
    }
}

impl GraphGroup {
    /// The recipe of its graphs.
    #[must_use]
    pub fn recipe(&self) -> Recipe {
        Recipe {
            nodes: self.nodes[0]..=self.nodes[1],
            mean_degree: self.degree[0]..=self.degree[1],
            blocks: self.blocks[0]..=self.blocks[1],
            ratio: self.ratio[0]..=self.ratio[1],
        }
    }

    fn check(&self) -> Result<(), TrainingError> {
        self.recipe().check()?;
        let refuse = |setting, found: String, wanted| Err(TrainingError::Setting { setting, found, wanted });
        // Far beyond use: the graphs of one family would fill the memory of any machine.
        const MOST: u64 = 1 << 24;
        let parts = self.bins.saturating_mul(self.bins) as u64;
        match self {
            _ if self.families.is_empty() => refuse("families", "none".to_owned(), "at least one"),
            _ if !(1..=MOST).contains(&self.count) => refuse("count", self.count.to_string(), "1 to 16777216"),
            _ if parts == 0 || parts > self.count => {
                refuse("bins", self.bins.to_string(), "at least 1, and its square at most the count")
            }
            _ => Ok(()),
        }
    }

    /// Sets the families, by name.
    #[must_use]
    pub fn with_families(mut self, families: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.families = families.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the number of graphs of each family.
    #[must_use]
    pub fn with_count(mut self, count: u64) -> Self {
        self.count = count;
        self
    }

    /// Sets the number of parts by size, and by density, that each family is cut into.
    #[must_use]
    pub fn with_bins(mut self, bins: usize) -> Self {
        self.bins = bins;
        self
    }

    /// Sets the fewest and the most nodes.
    #[must_use]
    pub fn with_nodes(mut self, fewest: u32, most: u32) -> Self {
        self.nodes = [fewest, most];
        self
    }

    /// Sets the lowest and the highest mean degree.
    #[must_use]
    pub fn with_degree(mut self, lowest: f64, highest: f64) -> Self {
        self.degree = [lowest, highest];
        self
    }

    /// Sets the fewest and the most blocks.
    #[must_use]
    pub fn with_blocks(mut self, fewest: u32, most: u32) -> Self {
        self.blocks = [fewest, most];
        self
    }

    /// Sets the smallest and the largest ratio of the densities inside and outside blocks.
    #[must_use]
    pub fn with_ratio(mut self, smallest: f64, largest: f64) -> Self {
        self.ratio = [smallest, largest];
        self
    }
}
