//! Names in the order in which people count: day2 before day10.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// Sorts paths by their parts, in which runs of digits are numbers.
pub(super) fn sort_naturally(paths: &mut [PathBuf]) {
    paths.sort_by(|one, other| compare(one, other));
}

/// Whether paths are sorted letter by letter, as a shell does, but not as people count: the first place where they differ.
pub(super) fn out_of_order(paths: &[PathBuf]) -> Option<(&Path, &Path)> {
    let is_of_shell = paths.is_sorted();
    let swapped = paths.windows(2).find(|pair| compare(&pair[0], &pair[1]).is_gt());
    swapped.filter(|_| is_of_shell).map(|pair| (pair[0].as_path(), pair[1].as_path()))
}

fn compare(one: &Path, other: &Path) -> Ordering {
    let parts = |path: &Path| path.iter().map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let (ones, others) = (parts(one), parts(other));
    let by_parts = ones.iter().zip(&others).map(|(one, other)| compare_names(one, other));
    // Names such as 01 and 1 are equal as numbers.
    let by_parts = by_parts.fold(Ordering::Equal, Ordering::then);
    by_parts.then(ones.len().cmp(&others.len())).then_with(|| one.cmp(other))
}

fn compare_names(one: &str, other: &str) -> Ordering {
    let (mut ones, mut others) = (runs(one), runs(other));
    loop {
        return match (ones.next(), others.next()) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(one), Some(other)) => match compare_runs(one, other) {
                Ordering::Equal => continue,
                different => different,
            },
        };
    }
}

fn compare_runs(one: &str, other: &str) -> Ordering {
    let is_number = |run: &str| run.starts_with(|letter: char| letter.is_ascii_digit());
    if !(is_number(one) && is_number(other)) {
        return one.cmp(other);
    }
    // Without zeros in front, the longer number is the larger one, however long.
    let [one, other] = [one, other].map(|run| run.trim_start_matches('0'));
    one.len().cmp(&other.len()).then(one.cmp(other))
}

/// Runs of digits, and what is between them.
fn runs(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let is_digit = rest.chars().next()?.is_ascii_digit();
        let end = rest.find(|letter: char| letter.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_and_letters_are_letters() {
        let wanted = [
            "a/day2.csv",
            "a/day10.csv",
            "a/day010b.csv",
            "a/day10c.csv",
            "a2/day1.csv",
            "a10/x.csv",
            "b",
            "b/1",
            "week1-2",
            "week1-10",
            "week2-1",
            "x99999999999999999999998",
            "x99999999999999999999999",
        ];
        let wanted = wanted.map(PathBuf::from);
        let mut found = wanted.to_vec();
        found.reverse();
        sort_naturally(&mut found);
        assert_eq!(found, wanted);
    }

    #[test]
    fn the_order_of_a_shell_is_noticed_and_any_other_is_not() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let of_shell = paths(&["day1.csv", "day10.csv", "day2.csv"]);
        assert_eq!(out_of_order(&of_shell), Some((Path::new("day10.csv"), Path::new("day2.csv"))));
        assert_eq!(out_of_order(&paths(&["day1.csv", "day2.csv", "day10.csv"])), None);
        assert_eq!(out_of_order(&paths(&["day2.csv", "day10.csv", "day1.csv"])), None);
    }
}
