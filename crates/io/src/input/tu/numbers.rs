//! Fast parsing of the numbers in TU files.

/// A whole number in decimal digits, nothing else.
#[inline]
pub(super) fn whole_number(text: &[u8]) -> Option<u64> {
    let (number, rest) = leading_number(text)?;
    rest.is_empty().then_some(number)
}

/// The two whole numbers of an edge line: `u, v`, or with blanks alone between them.
#[inline]
pub(super) fn number_pair(line: &[u8]) -> Option<(u64, u64)> {
    let (first, rest) = leading_number(line)?;
    let after = rest.trim_ascii_start();
    let (separated, after) = match after.split_first() {
        Some((b',', after)) => (true, after.trim_ascii_start()),
        _ => (after.len() < rest.len(), after),
    };
    if !separated {
        return None;
    }
    whole_number(after).map(|second| (first, second))
}

/// The two numbers of an edge line exactly as distributed, `u, v` and a line end, and the bytes it takes; `None` for
/// anything else, a line that is cut included.
#[inline]
pub(super) fn plain_line(bytes: &[u8]) -> Option<(u64, u64, usize)> {
    let (first, rest) = leading_number(bytes)?;
    let (second, rest) = leading_number(rest.strip_prefix(b", ")?)?;
    let rest = rest.strip_prefix(b"\n")?;
    Some((first, second, bytes.len() - rest.len()))
}

/// Decimal digits at the start of `text` as a number below 10^18, and the text after them.
#[inline(always)]
fn leading_number(text: &[u8]) -> Option<(u64, &[u8])> {
    // 18 digits cannot overflow; nothing here has more.
    const DIGITS: usize = 18;
    let mut number = 0u64;
    let mut at = 0;
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        number = number * 10 + u64::from(digit);
        at += 1;
        if at > DIGITS {
            return None;
        }
    }
    (at > 0).then(|| (number, &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_and_nothing_else() {
        assert_eq!(plain_line(b"12, 7\n3, 4\n"), Some((12, 7, 6)));
        for other in
            ["12, 7", "12,7\n", "12, 7\r\n", "12, 7 \n", " 1, 2\n", "1, \n", "\n", "", "9999999999999999999, 1\n"]
        {
            assert_eq!(plain_line(other.as_bytes()), None, "{other:?}");
        }
    }

    #[test]
    fn edge_lines_as_distributed_and_worse() {
        assert_eq!(number_pair(b"12, 7"), Some((12, 7)));
        assert_eq!(number_pair(b"12,7"), Some((12, 7)));
        assert_eq!(number_pair(b"12 \t7"), Some((12, 7)));
        for bad in ["", "12", "12,", ",7", "12, 7, 9", "12, x", "-1, 2", "1.5, 2", "12;7", "9999999999999999999,1"] {
            assert_eq!(number_pair(bad.as_bytes()), None, "{bad}");
        }
    }
}
