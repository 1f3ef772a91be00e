//! The font of the window: Inter in three weights.

use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions, FontFamily};

/// The family for labels of buttons and the like.
pub fn medium() -> FontFamily {
    FontFamily::Name("medium".into())
}

/// The family for headings and numbers that matter.
pub fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// Gives the window its fonts; needed once, before the first text.
pub fn install(ctx: &Context) {
    let mut fonts = FontDefinitions::empty();
    let files: [(&str, &'static [u8], FontFamily); 3] = [
        (
            "Inter",
            include_bytes!("../../../../assets/fonts/Inter-Regular.otf"),
            FontFamily::Proportional,
        ),
        ("Inter Medium", include_bytes!("../../../../assets/fonts/Inter-Medium.otf"), medium()),
        (
            "Inter SemiBold",
            include_bytes!("../../../../assets/fonts/Inter-SemiBold.otf"),
            semibold(),
        ),
    ];
    for (name, bytes, family) in files {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(family, vec![name.to_owned()]);
    }
    // Nothing here is written in it, but the library wants a font for it.
    fonts.families.insert(FontFamily::Monospace, vec!["Inter".to_owned()]);
    ctx.set_fonts(fonts);
}
