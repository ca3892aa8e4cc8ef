//! Places of the user's own, from a table.

use std::collections::HashMap;

use super::MapError;
use sgr_core::graph::GraphRecord;

/// Places of graphs by the lines of a .csv: a header with the columns `id`, `x` and `y` among others, then one graph a line.
///
/// Fields may stand in quotes, with `""` for a quote; a field has no line end.
///
/// ```
/// use sgr_core::graph::{Graph, GraphRecord};
/// use sgr_lab::map::coordinates_of;
/// let graph = Graph::from_edges(2, &[(0, 1)])?;
/// let record = GraphRecord { id: "a, b".into(), label: None, graph, dropped: Default::default() };
/// assert_eq!(coordinates_of("x,id,y\n1.5,\"a, b\",-2\n", &[record])?, [[1.5, -2.0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`MapError::Table`] with the line, and [`MapError::NoCoordinates`] for a graph that is in no line.
pub fn coordinates_of(table: &str, records: &[GraphRecord]) -> Result<Vec<[f64; 2]>, MapError> {
    let mut lines = table.trim_start_matches('\u{feff}').lines().enumerate().map(|(at, line)| (at + 1, line));
    let refuse = |line, found: &str, wanted| MapError::Table { line, found: found.to_owned(), wanted };
    let Some((_, header)) = lines.next() else { return Err(refuse(1, "nothing", "a header with id, x and y")) };
    let names = fields(header);
    let column = |name: &str| names.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
    let (Some(id), Some(x), Some(y)) = (column("id"), column("x"), column("y")) else {
        return Err(refuse(1, header, "a header with id, x and y"));
    };
    let mut places: HashMap<String, [f64; 2]> = HashMap::new();
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        let fields = fields(text);
        let number = |column: usize| {
            let found = fields.get(column).map_or("", |field| field.trim());
            found
                .parse::<f64>()
                .ok()
                .filter(|value| value.is_finite())
                .ok_or_else(|| refuse(line, found, "a finite number"))
        };
        let place = [number(x)?, number(y)?];
        let id = fields.get(id).cloned().unwrap_or_default();
        if places.insert(id.clone(), place).is_some() {
            return Err(refuse(line, &id, "each id once"));
        }
    }
    let place = |record: &GraphRecord| {
        places.get(&record.id).copied().ok_or_else(|| MapError::NoCoordinates { id: record.id.clone() })
    };
    records.iter().map(place).collect()
}

/// The fields of a line by RFC 4180.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' if is_quoted || field.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    fields.push(field);
    fields
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use sgr_core::graph::Graph;

    #[test]
    fn faults_are_named_with_their_line() {
        let graph = Graph::from_edges(1, &[]).unwrap();
        let records = [GraphRecord { id: "a".into(), label: None, graph, dropped: Default::default() }];
        let message = |table: &str| coordinates_of(table, &records).unwrap_err().to_string();
        assert_eq!(message(""), "line 1 of the coordinates: found \"nothing\", wanted a header with id, x and y");
        assert_eq!(message("id,x\n"), "line 1 of the coordinates: found \"id,x\", wanted a header with id, x and y");
        assert_eq!(message("id,x,y\n\na,1,inf\n"), "line 3 of the coordinates: found \"inf\", wanted a finite number");
        assert_eq!(message("id,x,y\na,1,2\na,1,2\n"), "line 3 of the coordinates: found \"a\", wanted each id once");
        assert_eq!(message("id,x,y\nb,1,2\n"), "found no coordinates of graph \"a\", wanted two numbers");
    }

    #[test]
    fn quotes_are_taken_off() {
        assert_eq!(fields("a,\"b \"\"c\"\", d\",,e\"f"), ["a", "b \"c\", d", "", "e\"f"]);
    }
}
