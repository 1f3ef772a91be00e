//! What the drawings are coloured with: a side's colours, or the two tones of a stencil.

use rules::Colour;

use super::Finish;

/// What a drawing's file says to look right when it is opened by itself.
const IMPORT: &str = "@import \"../white.css\";";

/// Where a drawing's file leaves room for generated shapes.
const SHAPES: &str = "<!-- shapes -->";

/// The style sheet of a finish, with a side's colours where it has any.
pub fn style_sheet(finish: Finish, colour: Colour) -> &'static str {
    match (finish, colour) {
        (Finish::Coloured, Colour::White) => include_str!("../../assets/pieces/white.css"),
        (Finish::Coloured, Colour::Black) => include_str!("../../assets/pieces/black.css"),
        (Finish::Stencil, _) => include_str!("../../assets/pieces/stencil.css"),
    }
}

/// A drawing from a file with a style sheet.
pub fn styled(svg: &str, style_sheet: &str) -> String {
    svg.replace(IMPORT, style_sheet)
}

/// A drawing from a file, completed by `shapes`, with a style sheet.
pub fn completed(svg: &str, shapes: &str, style_sheet: &str) -> String {
    styled(svg, style_sheet).replace(SHAPES, shapes)
}

/// Does a user's SVG leave its colours to the style sheet?
pub fn colours_are_left_to_us(svg: &[u8]) -> bool {
    let says = |class: &[u8]| svg.windows(class.len()).any(|window| window == class);
    says(b"class=\"body\"") || says(b"class='body'")
}
