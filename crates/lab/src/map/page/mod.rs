//! A map as one page.

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

use serde::Serialize;

use super::base64::encoded;
use super::drawing::COLOURS;
use super::graph_map::{GraphMap, Grouping};
use crate::contrast::{LEAST, MOST, Quantity, WINDOWS, Window, times};
use sgr_core::text::json_escaped;
use sgr_io::output::escaped;

/// The page with places for its parts.
const PAGE: &str = include_str!("page.html");

const STYLE: &str = include_str!("style.css");

/// The program of the page: one function made of these files, in an order in which each only uses those before it, except
/// inside of functions.
const MODULES: [&str; 16] = [
    include_str!("data.js"),
    include_str!("colours.js"),
    include_str!("elements.js"),
    include_str!("state.js"),
    include_str!("drawings.js"),
    include_str!("scene.js"),
    include_str!("lasso.js"),
    include_str!("legend.js"),
    include_str!("graph_panel.js"),
    include_str!("curves.js"),
    include_str!("differences.js"),
    include_str!("selection_panel.js"),
    include_str!("filters.js"),
    include_str!("notable.js"),
    include_str!("search.js"),
    include_str!("main.js"),
];

/// The numbers of a map for the page: long lists as the base64 of little-endian numbers.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    representation: &'a str,
    ids: &'a [String],
    classes: Option<Groups<'a>>,
    clusters: Groups<'a>,
    clusters_by: (&'a str, bool),
    quantities: Vec<Numbers>,
    layouts: Vec<Places<'a>>,
    /// Neighbours of each graph, and their positions and distances.
    neighbours: (usize, String, String),
    /// Groups of equal vectors: members, and whether they are isomorphic.
    duplicates: Vec<(&'a [usize], bool)>,
    /// 33 samples of each spectrum, from 0 to 2 as bytes.
    spectra: String,
    /// 33 samples of each heat trace, from 0 to 1 as bytes.
    traces: String,
    times: Vec<f64>,
    windows: Vec<Samples>,
    /// Standard deviations of the least difference that has a line, and most lines.
    differences: (f64, usize),
    labels: &'a [String],
    /// Colours of elements on white and on black, if the labels are those.
    elements: Option<&'a [[&'static str; 2]]>,
    /// Colours of labels and groups, the last one for all others.
    colours: [&'static str; COLOURS.len()],
    /// Where each drawing begins, and the drawings.
    drawings: (String, String),
}

#[derive(Serialize)]
struct Groups<'a> {
    names: &'a [String],
    of: String,
}

#[derive(Serialize)]
struct Numbers {
    name: &'static str,
    words: &'static str,
    logarithmic: bool,
    values: String,
}

/// A window of a curve: its samples, from the first to before the last, and the value that the largest byte stands for.
#[derive(Serialize)]
struct Samples {
    words: &'static str,
    curve: &'static str,
    from: usize,
    to: usize,
    scale: f64,
}

#[derive(Serialize)]
struct Places<'a> {
    name: &'static str,
    words: &'a str,
    points: String,
}

/// The whole page.
pub(super) fn page(map: &GraphMap) -> String {
    let parts = [
        ("title", escaped(&map.title)),
        ("style", STYLE.to_owned()),
        ("data", data(map)),
        ("program", format!("\"use strict\";\n(() => {{\n{}\n}})();", MODULES.join("\n"))),
    ];
    let (mut page, mut rest) = (String::new(), PAGE);
    // In one pass: a title that looks like a place for a part stays a title.
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page.extend(parts.iter().filter(|(part, _)| *part == name).map(|(_, text)| text.as_str()));
        rest = after;
    }
    page + rest
}

/// The numbers as JSON that can stand in a page: no `<`, which could end the element, and no misleading character.
fn data(map: &GraphMap) -> String {
    let mut offsets = Vec::with_capacity(map.drawings.len() + 1);
    let mut drawings = Vec::new();
    for drawing in &map.drawings {
        offsets.push(drawings.len() as u32);
        drawing.append_to(&mut drawings);
    }
    let quantity = |(quantity, values): &(Quantity, Vec<f32>)| Numbers {
        name: quantity.name(),
        words: quantity.summary(),
        logarithmic: quantity.is_logarithmic(),
        values: floats(values),
    };
    let data = Data {
        title: &map.title,
        representation: map.representation,
        ids: &map.ids,
        classes: map.classes.as_ref().map(groups),
        clusters: groups(&map.clusters),
        clusters_by: (&map.clusters_by.0, map.clusters_by.1),
        quantities: map.quantities.iter().map(quantity).collect(),
        layouts: map
            .layouts
            .iter()
            .map(|layout| Places {
                name: layout.name,
                words: &layout.words,
                points: floats(layout.points.as_flattened()),
            })
            .collect(),
        neighbours: (map.neighbours.each(), integers(map.neighbours.others()), floats(map.neighbours.distances())),
        duplicates: map.duplicates.iter().map(|group| (group.members.as_slice(), group.is_isomorphic)).collect(),
        spectra: encoded(&map.spectra),
        traces: encoded(&map.traces),
        times: times(),
        windows: WINDOWS.iter().map(samples).collect(),
        differences: (LEAST, MOST),
        labels: &map.labels.names,
        elements: map.labels.tones.as_deref(),
        colours: COLOURS,
        drawings: (integers(&offsets), encoded(&drawings)),
    };
    let Ok(json) = serde_json::to_string(&data) else { unreachable!("texts and finite numbers are JSON") };
    json_escaped(&json).replace('<', "\\u003c")
}

fn samples(window: &Window) -> Samples {
    let (from, to) = (window.samples.start, window.samples.end);
    Samples { words: window.words, curve: window.curve.name(), from, to, scale: window.curve.largest() }
}

fn groups(grouping: &Grouping) -> Groups<'_> {
    Groups { names: &grouping.names, of: integers(&grouping.of) }
}

fn floats(values: &[f32]) -> String {
    encoded(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}

fn integers(values: &[u32]) -> String {
    encoded(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}
