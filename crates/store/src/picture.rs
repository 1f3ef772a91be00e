//! A profile's picture: bytes of a known kind.

use std::fmt;

use rules::named;

/// The largest picture, in bytes; a window makes a file smaller before it is kept.
pub const LARGEST_PICTURE: usize = 1 << 20;

named! {
    /// The format of a picture.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PictureKind {
        /// A PNG file.
        Png = "png",
        /// A JPEG file.
        Jpeg = "jpeg",
        /// A picture that the program draws from a text description.
        Drawn = "drawn",
    }
}

impl fmt::Display for PictureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PictureKind::Png => "a PNG picture",
            PictureKind::Jpeg => "a JPEG picture",
            PictureKind::Drawn => "the description of a drawing",
        })
    }
}

/// A picture that is what it says, as far as its first bytes tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    kind: PictureKind,
    bytes: Vec<u8>,
}

/// Why bytes are no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// There are too many of them.
    #[error("the picture has {0} bytes; expected {LARGEST_PICTURE} at most")]
    TooLarge(usize),
    /// They are something else.
    #[error("the bytes are not {0}")]
    OtherKind(PictureKind),
}

impl Picture {
    /// A picture of a kind.
    ///
    /// # Errors
    /// If the bytes are of another kind, or too many.
    pub fn new(kind: PictureKind, bytes: Vec<u8>) -> Result<Picture, PictureError> {
        if bytes.len() > LARGEST_PICTURE {
            return Err(PictureError::TooLarge(bytes.len()));
        }
        let is_of_kind = match kind {
            PictureKind::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
            PictureKind::Jpeg => bytes.starts_with(b"\xFF\xD8\xFF"),
            PictureKind::Drawn => std::str::from_utf8(&bytes).is_ok(),
        };
        if is_of_kind { Ok(Picture { kind, bytes }) } else { Err(PictureError::OtherKind(kind)) }
    }

    /// The image format.
    pub const fn kind(&self) -> PictureKind {
        self.kind
    }

    /// The encoded image.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_what_they_say() {
        let png = b"\x89PNG\r\n\x1a\n...".to_vec();
        assert_eq!(Picture::new(PictureKind::Png, png.clone()).expect("a picture").bytes(), png);
        let error = Picture::new(PictureKind::Jpeg, png).expect_err("no JPEG");
        assert_eq!(error.to_string(), "the bytes are not a JPEG picture");
        let large = vec![b'x'; LARGEST_PICTURE + 1];
        let error = Picture::new(PictureKind::Drawn, large).expect_err("too large");
        assert_eq!(error, PictureError::TooLarge(LARGEST_PICTURE + 1));
        for kind in PictureKind::ALL {
            assert_eq!(PictureKind::from_name(kind.name()), Some(kind));
        }
    }
}
