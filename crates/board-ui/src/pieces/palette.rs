//! The colours of the two sides, shared by everything that is drawn.

use rules::Colour;

/// What a drawing's file says to look right when it is opened by itself.
const IMPORT: &str = "@import \"../white.css\";";

/// Where a drawing's file leaves room for generated shapes.
const SHAPES: &str = "<!-- shapes -->";

/// The style sheet with a side's colours.
pub fn style_sheet(colour: Colour) -> &'static str {
    match colour {
        Colour::White => include_str!("../../assets/pieces/white.css"),
        Colour::Black => include_str!("../../assets/pieces/black.css"),
    }
}

/// A drawing from a file, in a side's colours.
pub fn coloured(svg: &str, colour: Colour) -> String {
    svg.replace(IMPORT, style_sheet(colour))
}

/// A drawing from a file, completed by `shapes`, in a side's colours.
pub fn completed(svg: &str, shapes: &str, colour: Colour) -> String {
    coloured(svg, colour).replace(SHAPES, shapes)
}

/// Does a user's SVG leave its colours to the style sheet?
pub fn colours_are_left_to_us(svg: &[u8]) -> bool {
    let says = |class: &[u8]| svg.windows(class.len()).any(|window| window == class);
    says(b"class=\"body\"") || says(b"class='body'")
}
