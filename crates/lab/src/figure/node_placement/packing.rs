//! Components side by side in rows.

/// Between two components, in edges.
const GAP: f64 = 1.0;

/// Width to height of a picture: that of a wide page.
const ASPECT: f64 = 1.6;

/// The upper left corner of each box, and width and height of them all. The highest boxes come first; a row is filled from the
/// left, and its boxes are centred on its middle.
pub(super) fn packed(boxes: &[[f64; 2]]) -> (Vec<[f64; 2]>, [f64; 2]) {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| {
        let [(width_a, height_a), (width_b, height_b)] = [a, b].map(|at| (boxes[at][0], boxes[at][1]));
        height_b.total_cmp(&height_a).then(width_b.total_cmp(&width_a)).then(a.cmp(&b))
    });
    let area: f64 = boxes.iter().map(|[width, height]| (width + GAP) * (height + GAP)).sum();
    let widest = boxes.iter().map(|[width, _]| *width).fold(0.0, f64::max);
    let row_width = widest.max((ASPECT * area).sqrt());
    let mut corners = vec![[0.0; 2]; boxes.len()];
    let (mut left, mut top, mut row_height, mut width) = (0.0, 0.0, 0.0, 0.0f64);
    for at in order {
        let [box_width, box_height] = boxes[at];
        if left > 0.0 && left + box_width > row_width {
            (left, top) = (0.0, top + row_height + GAP);
        }
        if left == 0.0 {
            row_height = box_height;
        }
        corners[at] = [left, top + (row_height - box_height) / 2.0];
        width = width.max(left + box_width);
        left += box_width + GAP;
    }
    (corners, [width, top + row_height])
}
