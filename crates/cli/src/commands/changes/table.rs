//! Changes as text.

use std::io::Write;

use serde_json::{Value, json};
use sgr::changes::{ChangePoint, ChangeSettings, Changes, Series};
use sgr::output::write_field;
use sgr::text::{json_escaped, visible};

use crate::args::HitFormat;

/// Characters of the longest id that is not cut in the table to read.
const MOST_CHARACTERS: usize = 40;

/// All that was found, in a format.
pub(super) fn text(
    series: &Series,
    problems: &[Option<String>],
    changes: &Changes,
    settings: &ChangeSettings,
    format: HitFormat,
) -> anyhow::Result<Vec<u8>> {
    match format {
        HitFormat::Json => Ok(json(series, problems, changes, settings)),
        HitFormat::Csv => csv(series, problems, changes),
        HitFormat::Txt => Ok(table(series, problems, changes)),
    }
}

fn json(series: &Series, problems: &[Option<String>], changes: &Changes, settings: &ChangeSettings) -> Vec<u8> {
    let snapshots = changes.snapshots.iter().zip(problems).enumerate().map(|(position, (snapshot, problem))| {
        let mut value = json!({
            "id": series.id(position),
            "distance": snapshot.distance,
            "score": snapshot.score,
            "segment": snapshot.segment,
        });
        if let Some(problem) = problem {
            value["problem"] = problem.as_str().into();
        }
        value
    });
    let points = changes.points.iter().map(|point| {
        let id = series.id(point.position);
        json!({ "position": point.position, "id": id, "p_value": point.p_value, "shift": point.shift })
    });
    let text = json!({
        "snapshots": snapshots.collect::<Vec<_>>(),
        "change_points": points.collect::<Vec<_>>(),
        "next_p_value": changes.next_p_value,
        "window": settings.window,
        "false_alarms": settings.false_alarms,
        "permutations": settings.permutations,
        "min_segment": settings.min_segment,
        "seed": settings.seed,
    });
    format!("{}\n", json_escaped(&Value::to_string(&text))).into_bytes()
}

fn csv(series: &Series, problems: &[Option<String>], changes: &Changes) -> anyhow::Result<Vec<u8>> {
    let mut text = b"position,id,distance,score,segment,p_value,shift,problem\n".to_vec();
    for (position, (snapshot, problem)) in changes.snapshots.iter().zip(problems).enumerate() {
        let point = point_at(changes, position);
        write!(text, "{position},")?;
        write_field(&mut text, series.id(position))?;
        let numbers = [snapshot.distance, snapshot.score, snapshot.segment.map(|segment| segment as f64)];
        for number in numbers.into_iter().chain([point.map(|point| point.p_value), point.map(|point| point.shift)]) {
            text.push(b',');
            number.map_or(Ok(()), |number| write!(text, "{number}"))?;
        }
        text.push(b',');
        write_field(&mut text, problem.as_deref().unwrap_or_default())?;
        text.push(b'\n');
    }
    Ok(text)
}

/// A line for each snapshot, one between them for each change point, and what was found in a few words.
fn table(series: &Series, problems: &[Option<String>], changes: &Changes) -> Vec<u8> {
    let ids: Vec<String> = (0..series.len()).map(|position| id(series, position)).collect();
    let width = ids.iter().map(|id| id.chars().count()).max().unwrap_or(0).max("snapshot".len());
    let mut text = format!("{:width$}  {:>12}  {:>9}\n", "snapshot", "distance", "score");
    for (position, (snapshot, problem)) in changes.snapshots.iter().zip(problems).enumerate() {
        if let Some(ChangePoint { p_value, shift, .. }) = point_at(changes, position) {
            text.push_str(&format!("-- change: p = {p_value:.4}, shift {shift:.6}\n"));
        }
        let line = match problem {
            Some(_) => format!("{:width$}  {:>12}", ids[position], "gap"),
            None => {
                let [distance, score] = [(snapshot.distance, 6), (snapshot.score, 2)].map(|(number, digits)| {
                    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.digits$}"))
                });
                format!("{:width$}  {distance:>12}  {score:>9}", ids[position])
            }
        };
        text.push_str(&format!("{line}\n"));
    }
    let points: Vec<String> = changes.points.iter().map(|point| ids[point.position].clone()).collect();
    let places = if points.is_empty() { String::new() } else { format!(": {}", points.join(", ")) };
    let next = changes
        .next_p_value
        .map_or_else(String::new, |p_value| format!("; the next best division has p = {p_value:.3}"));
    text.push_str(&format!("{changes}{places}{next}\n"));
    text.into_bytes()
}

fn point_at(changes: &Changes, position: usize) -> Option<&ChangePoint> {
    changes.points.iter().find(|point| point.position == position)
}

/// An id as it may stand in a line: shortened where it is long.
fn id(series: &Series, position: usize) -> String {
    let id = visible(series.id(position)).to_string();
    match id.char_indices().nth(MOST_CHARACTERS) {
        None => id,
        Some(_) => id.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect(),
    }
}
