//! Parts of graphs by size and density: classes of a curriculum.

/// Cuts graphs into `bins` equal parts by nodes, and each of those into `bins` equal parts by edges per node; gives each
/// graph the number of its part, size before density. Equal graphs keep their order.
pub(crate) fn size_and_density_parts(graphs: &[(usize, usize)], bins: usize) -> Vec<usize> {
    let mut parts = vec![0; graphs.len()];
    let mut order: Vec<usize> = (0..graphs.len()).collect();
    order.sort_by_key(|&at| graphs[at].0);
    // One more edge than there are, as in the size channel: all graphs compare.
    let density = |at: usize| (graphs[at].1 as f64 + 1.0) / graphs[at].0 as f64;
    for size in 0..bins {
        let slice = equal_part(order.len(), size, bins);
        let same_size = &mut order[slice];
        same_size.sort_by(|&a, &b| density(a).total_cmp(&density(b)).then(a.cmp(&b)));
        for dense in 0..bins {
            for &at in &same_size[equal_part(same_size.len(), dense, bins)] {
                parts[at] = size * bins + dense;
            }
        }
    }
    parts
}

/// Part number `part` of `parts` of a list.
fn equal_part(len: usize, part: usize, parts: usize) -> std::ops::Range<usize> {
    len * part / parts..len * (part + 1) / parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_equal_and_in_order() {
        // Sizes 10, 20, 30 with densities that rise with the number.
        let graphs: Vec<(usize, usize)> = (0..18).map(|at| (10 * (1 + at % 3), 7 * at)).collect();
        let parts = size_and_density_parts(&graphs, 3);
        for (at, &part) in parts.iter().enumerate() {
            assert_eq!(part / 3, at % 3, "size of graph {at}");
            assert_eq!(part % 3, at / 6, "density of graph {at}");
        }
        assert_eq!(size_and_density_parts(&graphs, 1), vec![0; 18]);
    }
}
