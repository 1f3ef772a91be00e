//! Imports pictures from the user's files, within limits.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};

/// The largest picture that is read, in pixels along a side.
pub const LARGEST_SIDE: u32 = 8192;

/// The most memory that the pixels of a picture may take.
const MOST_BYTES: u64 = 256 << 20;

/// Why a file is no picture that can be used.
#[derive(Debug, thiserror::Error)]
pub enum ImageFault {
    /// It is something else, or a kind of picture that this program does not read.
    #[error("it is not a PNG or JPEG picture")]
    OtherKind,
    /// It would take too much memory.
    #[error("it is too large; expected at most {LARGEST_SIDE} by {LARGEST_SIDE} pixels")]
    TooLarge,
    /// It cannot be read to its end.
    #[error("it is damaged: {0}")]
    Damaged(ImageError),
}

impl From<ImageError> for ImageFault {
    fn from(error: ImageError) -> ImageFault {
        match error {
            ImageError::Unsupported(_) => ImageFault::OtherKind,
            ImageError::Limits(_) => ImageFault::TooLarge,
            other => ImageFault::Damaged(other),
        }
    }
}

/// The picture in a file, the right way up, as cameras note it.
///
/// # Errors
/// Why it cannot be used.
pub fn decode(file: &[u8]) -> Result<DynamicImage, ImageFault> {
    let guessed = ImageReader::new(Cursor::new(file)).with_guessed_format();
    let mut reader = guessed.map_err(ImageError::IoError)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    if decoder.total_bytes() > MOST_BYTES {
        return Err(ImageFault::TooLarge);
    }
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, RgbImage};

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = RgbImage::new(width, height);
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("written");
        bytes
    }

    #[test]
    fn what_cannot_be_used_is_told_in_words() {
        let told = |bytes: &[u8]| decode(bytes).expect_err("it is no picture").to_string();
        assert_eq!(told(b""), "it is not a PNG or JPEG picture");
        assert_eq!(told(b"GIF89a\x01\x00\x01\x00"), "it is not a PNG or JPEG picture");
        assert!(told(&png(30, 20)[..40]).starts_with("it is damaged: "));
        let expected = "it is too large; expected at most 8192 by 8192 pixels";
        assert_eq!(told(&png(8193, 1)), expected);
        assert_eq!(told(&png(1, 8193)), expected);
    }

    #[test]
    fn a_picture_keeps_its_size() {
        let picture = decode(&png(30, 20)).expect("a picture");
        assert_eq!((picture.width(), picture.height()), (30, 20));
    }
}
