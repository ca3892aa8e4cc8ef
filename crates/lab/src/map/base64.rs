//! Bytes as text: RFC 4648, section 4.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as letters, padded to fours.
pub(super) fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().zip([16, 8, 0]).fold(0u32, |bits, (&byte, shift)| bits | u32::from(byte) << shift);
        for (at, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let letter = LETTERS[(bits >> shift & 63) as usize];
            text.push(if at <= three.len() { letter.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::encoded;

    /// The examples of the RFC, section 10.
    #[test]
    fn examples_of_the_standard() {
        let found = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| encoded(text.as_bytes()));
        assert_eq!(found, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
        assert_eq!(encoded(&[251, 255]), "+/8=");
    }
}
