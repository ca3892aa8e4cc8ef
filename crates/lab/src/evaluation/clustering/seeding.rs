//! First centres by k-means++.

use faer::Mat;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::points::{Points, squared_distance};

/// The first centres, one a column: points drawn one after another, each with a chance that grows with the square of its
/// distance to the nearest before it.
///
/// Arthur & Vassilvitskii 2007, "k-means++: The Advantages of Careful Seeding".
///
/// # Edge cases
/// Once all points are in the places of centres, any of them is drawn.
///
/// # Complexity
/// O(n · k · width) time.
pub(super) fn seeds(points: &Points, clusters: usize, random: &mut ChaCha8Rng) -> Mat<f64> {
    let mut centers = Mat::zeros(points.width(), clusters);
    let mut nearest = vec![f64::INFINITY; points.count()];
    for cluster in 0..clusters {
        let chosen = if cluster == 0 { random.random_range(0..points.count()) } else { draw(&nearest, random) };
        let center = points.point(chosen);
        for (at, nearest) in nearest.iter_mut().enumerate() {
            *nearest = nearest.min(squared_distance(points.point(at), center));
        }
        centers.col_as_slice_mut(cluster).copy_from_slice(center);
    }
    centers
}

/// An index with a chance proportional to its weight; any, if all weights are 0.
fn draw(weights: &[f64], random: &mut ChaCha8Rng) -> usize {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return random.random_range(0..weights.len());
    }
    let mut left = random.random::<f64>() * total;
    let found = weights.iter().position(|&weight| {
        left -= weight;
        left < 0.0
    });
    // Rounding may leave a little after the last: then the last that has a chance.
    found.or_else(|| weights.iter().rposition(|&weight| weight > 0.0)).unwrap_or(0)
}
