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
    let mut fonts = FontDefinitions::default();
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
    let others = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (name, bytes, family) in files {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        let mut names = vec![name.to_owned()];
        names.extend(others.iter().cloned());
        fonts.families.insert(family, names);
    }
    let monospace = fonts.families.entry(FontFamily::Monospace).or_default();
    monospace.push("Inter".to_owned());
    ctx.set_fonts(fonts);
}
