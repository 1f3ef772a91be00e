//! The options that an engine offers, as it declares them.

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    pub name: String,
    pub kind: OptionKind,
    /// Its value unless it is set.
    pub default: String,
}

/// The values that an option can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A number between two.
    Spin(i64, i64),
    /// One of these.
    Combo(Vec<String>),
    /// Any text.
    Text,
    /// No value: it does something when it is set.
    Button,
}

impl EngineOption {
    /// The values to choose from, if there is a list of them.
    pub fn values(&self) -> &[String] {
        match &self.kind {
            OptionKind::Combo(values) => values,
            _ => &[],
        }
    }

    /// Reads a line such as `option name Hash type spin default 16 min 1 max 1024`.
    pub fn parse(line: &str) -> Option<EngineOption> {
        let rest = line.strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let rest = format!(" {rest} ");
        let value = |key: &str| {
            let (_, after) = rest.split_once(&format!(" {key} "))?;
            let end = [" default ", " min ", " max ", " var "].iter().filter_map(|key| {
                // The blank before a key may be the one that ends the value.
                format!("{after} ").find(key)
            });
            let end = end.min().unwrap_or(after.len()).min(after.len());
            Some(after[..end].trim().to_owned())
        };
        let number = |key: &str, otherwise: i64| {
            value(key).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
        };
        let kind = match kind {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin(number("min", i64::MIN), number("max", i64::MAX)),
            "combo" => {
                let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned());
                OptionKind::Combo(values.collect())
            }
            "string" => OptionKind::Text,
            "button" => OptionKind::Button,
            _ => return None,
        };
        let default = value("default").filter(|text| text != "<empty>").unwrap_or_default();
        Some(EngineOption { name: name.trim().to_owned(), kind, default })
    }

    /// Is it no choice of the user: a button, or left to the program, which sets it as it needs it?
    pub fn is_ours(&self) -> bool {
        let ours = ["MultiPV", "Ponder", "UCI_Variant", "UCI_Chess960", "UCI_AnalyseMode"];
        self.kind == OptionKind::Button
            || ours.iter().any(|name| name.eq_ignore_ascii_case(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_engines_write_them() {
        let parse = |line: &str| EngineOption::parse(line).expect("an option");
        let hash = parse("option name Hash type spin default 16 min 1 max 33554432");
        assert_eq!((hash.default.as_str(), hash.kind), ("16", OptionKind::Spin(1, 33_554_432)));
        let style = parse("option name Analysis Contempt type combo default Both var Off var Both");
        let values = ["Off", "Both"].map(str::to_owned).to_vec();
        assert_eq!(
            (style.name.as_str(), style.kind),
            ("Analysis Contempt", OptionKind::Combo(values))
        );
        assert_eq!(style.default, "Both");
        let file = parse("option name Debug Log File type string default <empty>");
        assert_eq!((file.default.as_str(), file.kind), ("", OptionKind::Text));
        assert_eq!(parse("option name Ponder type check default false").default, "false");
        assert!(parse("option name MultiPV type spin default 1 min 1 max 500").is_ours());
        let clear = parse("option name Clear Hash type button");
        assert!(clear.kind == OptionKind::Button && clear.is_ours());
        assert_eq!(EngineOption::parse("id name Fish"), None);
    }
}
