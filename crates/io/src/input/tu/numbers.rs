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

/// Reads edge lines exactly as distributed: `u, v` and a line end.
///
/// Neighbouring lines nearly always have as many digits. Digits are counted eight bytes at a time, and a count that is
/// compared with that of the line before lets the processor begin the next line before it has counted this one.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainLines {
    /// Digits of the two numbers of the line before: never 0.
    digits: [usize; 2],
}

impl Default for PlainLines {
    fn default() -> Self {
        Self { digits: [1; 2] }
    }
}

/// The separator of the two numbers.
const SEPARATOR: &[u8; 2] = b", ";

impl PlainLines {
    /// The two numbers of the first line, and the bytes it takes; `None` for anything else, a line that is cut included.
    #[inline(always)]
    pub(super) fn first(&mut self, bytes: &[u8]) -> Option<(u64, u64, usize)> {
        self.first_of_short_numbers(bytes).or_else(|| any_plain_line(bytes))
    }

    /// The same for numbers of at most seven digits that are not at the end of `bytes`.
    #[inline(always)]
    fn first_of_short_numbers(&mut self, bytes: &[u8]) -> Option<(u64, u64, usize)> {
        let [first, second] = &mut self.digits;
        let word = EightBytes::at(bytes, 0)?;
        word.count_digits(first)?;
        let begin = *first + SEPARATOR.len();
        let other = EightBytes::at(bytes, begin)?;
        other.count_digits(second)?;
        let end = begin + *second;
        let is_plain = bytes.get(*first..begin)? == SEPARATOR && *bytes.get(end)? == b'\n';
        is_plain.then(|| (word.number(*first), other.number(*second), end + 1))
    }
}

/// As [`PlainLines::first`], for numbers of any length, byte by byte.
#[cold]
fn any_plain_line(bytes: &[u8]) -> Option<(u64, u64, usize)> {
    let (first, rest) = leading_number(bytes)?;
    let (second, rest) = leading_number(rest.strip_prefix(SEPARATOR)?)?;
    let rest = rest.strip_prefix(b"\n")?;
    Some((first, second, bytes.len() - rest.len()))
}

/// Eight bytes of text, the first one lowest, each exclusive-ored with `0`: a digit is its value.
#[derive(Debug, Clone, Copy)]
struct EightBytes(u64);

impl EightBytes {
    #[inline(always)]
    fn at(bytes: &[u8], place: usize) -> Option<Self> {
        let bytes = bytes.get(place..)?.first_chunk()?;
        Some(Self(u64::from_le_bytes(*bytes) ^ u64::from_le_bytes([b'0'; 8])))
    }

    /// Counts the digits at the start into `count`, which is likely right; `None` unless they are one to seven.
    #[inline(always)]
    fn count_digits(self, count: &mut usize) -> Option<()> {
        const TOP: u64 = u64::from_le_bytes([0x80; 8]);
        // A byte above 9 has its top bit set, or gets it. The lowest one is told rightly: only it carries into others.
        let others = (self.0.wrapping_add(u64::from_le_bytes([0x76; 8])) | self.0) & TOP;
        let found = others.trailing_zeros() as usize / 8;
        if found != *count {
            if !(1..8).contains(&found) {
                return None;
            }
            *count = found;
        }
        Some(())
    }

    /// The number of the first `digits` digits, one to seven: neighbouring digits become numbers below 100, and these four one.
    #[inline(always)]
    fn number(self, digits: usize) -> u64 {
        let last = self.0 << (64 - 8 * digits);
        let pairs = last.wrapping_mul(10).wrapping_add(last >> 8);
        const FIRST_AND_THIRD: u64 = 0x0000_00ff_0000_00ff;
        let odd = (pairs & FIRST_AND_THIRD).wrapping_mul(100 + (1_000_000 << 32));
        let even = (pairs >> 16 & FIRST_AND_THIRD).wrapping_mul(1 + (10_000 << 32));
        odd.wrapping_add(even) >> 32
    }
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
        assert_eq!(PlainLines::default().first(b"12, 7\n3, 4\n"), Some((12, 7, 6)));
        for other in
            ["12, 7", "12,7\n", "12, 7\r\n", "12, 7 \n", " 1, 2\n", "1, \n", "\n", "", "9999999999999999999, 1\n"]
        {
            // At the end of the text, and with more behind it.
            for more in ["", "3, 4\n5, 6\n"].map(|more| format!("{other}{more}")) {
                let known = any_plain_line(more.as_bytes());
                assert_eq!(PlainLines::default().first(more.as_bytes()), known, "{more:?}");
            }
            assert_eq!(PlainLines::default().first(other.as_bytes()), None, "{other:?}");
        }
    }

    /// Every number of digits after every other one, any byte in each place.
    #[test]
    fn plain_lines_are_read_alike_eight_bytes_at_a_time_and_byte_by_byte() {
        let numbers = [
            0u64,
            7,
            9,
            10,
            99,
            100,
            4321,
            98_765,
            123_456,
            999_999,
            1_000_000,
            9_999_999,
            10_000_000,
            123_456_789_012,
        ];
        let pairs = numbers.iter().flat_map(|first| numbers.map(|second| (*first, second)));
        let text: String = pairs.clone().map(|(first, second)| format!("{first}, {second}\n")).collect();
        let (mut lines, mut taken, mut found) = (PlainLines::default(), 0, Vec::new());
        while let Some((first, second, length)) = lines.first(&text.as_bytes()[taken..]) {
            found.push((first, second));
            taken += length;
        }
        assert_eq!((taken, found), (text.len(), pairs.collect()));
        for place in 0..20 {
            for byte in 0..=u8::MAX {
                let mut text = *b"123, 4567\n89, 10\n11, 12\n";
                text[place] = byte;
                let known = any_plain_line(&text);
                assert_eq!(PlainLines::default().first(&text), known, "{byte} in place {place}");
                assert_eq!(PlainLines { digits: [3, 4] }.first(&text), known, "{byte} in place {place}");
            }
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
