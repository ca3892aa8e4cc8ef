//! Curricula (TOML): read, checked, written, read again. Nothing is trained.

use sgr::learning::Curriculum;

use super::{Input, Target, Verdict};

pub(super) const TARGET: Target = Target {
    name: "curriculum",
    share: 4,
    tokens: &[
        "[[graphs]]\n",
        "[training]\n",
        "[training.channel_weights]\n",
        "channels = ",
        "families = ",
        "nodes = ",
        "degree = ",
        "blocks = ",
        "ratio = ",
        "bins = ",
        "count = ",
        "samples = ",
        "knots = ",
        "seed = ",
        "epochs = ",
        "\"spectrum\"",
        "\"size\"",
        "\"ring-tree\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        "=",
        "\n",
        "\"",
        "'''",
        "\\u0000",
        "true",
        "nan",
        "inf",
        "-",
        "1.5",
        "#",
    ],
    repair: None,
    run,
};

fn run(input: Input<'_>) -> Result<Verdict, String> {
    // The program reads the file as text and refuses any other.
    let Ok(text) = std::str::from_utf8(input.bytes) else { return Ok(Verdict::Refused) };
    let Ok(curriculum) = Curriculum::from_toml(text) else { return Ok(Verdict::Refused) };
    if curriculum.check().is_err() {
        return Ok(Verdict::Refused);
    }
    let _ = curriculum.graph_count();
    let written = curriculum.to_toml();
    let again = Curriculum::from_toml(&written)
        .map_err(|error| format!("a curriculum that was written is refused: {error}"))?;
    // NaN is not equal to itself, but has passed no check.
    if again != curriculum {
        return Err(format!("a curriculum that was written and read is another one: {curriculum:?}, {again:?}"));
    }
    Ok(Verdict::Accepted)
}
