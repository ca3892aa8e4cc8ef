//! Groups of graphs at distance 0, and which of these are isomorphic.

use serde_json::json;
use sgr::graph::{Graph, IsomorphismGroups};
use sgr::search::duplicates::duplicates;
use sgr::search::index::Index;
use sgr::text::{json_escaped, visible};

use crate::args::HitFormat;

/// Graphs with one vector.
struct Group {
    rows: Vec<usize>,
    /// The same rows in groups of isomorphic graphs; `None` if the graphs are not known, or hard to tell apart.
    isomorphic: Option<Vec<Vec<usize>>>,
}

impl Group {
    fn new(rows: Vec<usize>, graphs: Option<&[Graph]>) -> Self {
        let isomorphic = graphs.and_then(|graphs| {
            let alike: Vec<&Graph> = rows.iter().map(|&row| &graphs[row]).collect();
            let groups = IsomorphismGroups::of(&alike);
            let named = groups.groups().iter().map(|group| group.iter().map(|&at| rows[at]).collect());
            (groups.undecided() == 0).then(|| named.collect())
        });
        Self { rows, isomorphic }
    }

    fn verdict(&self) -> &'static str {
        match self.isomorphic.as_deref() {
            None => "undecided",
            Some([_]) => "isomorphic",
            Some(groups) if groups.len() == self.rows.len() => "different",
            Some(_) => "partly isomorphic",
        }
    }
}

/// All groups in a format.
pub(super) fn list(index: &Index, graphs: Option<&[Graph]>, format: HitFormat) -> Vec<u8> {
    let groups = duplicates(index.prepared().rows()).into_iter().map(|rows| Group::new(rows, graphs));
    match format {
        HitFormat::Json => json(index, groups),
        HitFormat::Csv => csv(index, groups),
        HitFormat::Txt => table(index, groups),
    }
}

fn json(index: &Index, groups: impl Iterator<Item = Group>) -> Vec<u8> {
    let ids = |rows: &Vec<usize>| rows.iter().map(|&row| index.id(row)).collect::<Vec<_>>();
    let groups = groups.map(|group| {
        let isomorphic = group.isomorphic.as_ref().map(|groups| groups.iter().map(ids).collect::<Vec<_>>());
        json!({ "ids": ids(&group.rows), "verdict": group.verdict(), "isomorphic": isomorphic })
    });
    let text = serde_json::Value::from(groups.collect::<Vec<_>>()).to_string();
    format!("{}\n", json_escaped(&text)).into_bytes()
}

fn csv(index: &Index, groups: impl Iterator<Item = Group>) -> Vec<u8> {
    let mut text = b"group,isomorphic,id\n".to_vec();
    for (group, number) in groups.zip(1..) {
        for &row in &group.rows {
            let part = |parts: &Vec<Vec<usize>>| parts.iter().position(|part| part.contains(&row));
            let part =
                group.isomorphic.as_ref().and_then(part).map_or("undecided".to_owned(), |at| (at + 1).to_string());
            text.extend(format!("{number},{part},").into_bytes());
            // Writing into memory does not fail.
            let _ = sgr::output::write_field(&mut text, index.id(row));
            text.push(b'\n');
        }
    }
    text
}

/// A line for each group, and one for each part of it where parts are not isomorphic.
fn table(index: &Index, groups: impl Iterator<Item = Group>) -> Vec<u8> {
    let ids =
        |rows: &[usize]| rows.iter().map(|&row| visible(index.id(row)).to_string()).collect::<Vec<_>>().join("  ");
    let mut text = String::new();
    for group in groups {
        text.push_str(&format!("{} graphs, {}: {}\n", group.rows.len(), group.verdict(), ids(&group.rows)));
        let parts = group.isomorphic.as_ref().filter(|parts| (2..group.rows.len()).contains(&parts.len()));
        for part in parts.into_iter().flatten() {
            text.push_str(&format!("    {}\n", ids(part)));
        }
    }
    text.into_bytes()
}
