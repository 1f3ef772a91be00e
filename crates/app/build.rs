//! Makes Rust of the texts: a struct for each file of `assets/texts/en`, with a field for each
//! constant text and a method for each text with variables. Every folder beside `en` is a language.
//! Lists the themes of `assets/themes` too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/texts/keys.rs"]
mod keys;

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let folder = manifest.join("../../assets/texts");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut code = sections(&folder.join("en"));
    code += &languages(&folder);
    fs::write(out.join("texts.rs"), code).expect("the folder of a build can be written");
    let folder = manifest.join("../../assets/themes");
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::write(out.join("themes.rs"), themes(&folder))
        .expect("the folder of a build can be written");
}

/// The themes that ship: the usual one first, the others in the order of their ids.
fn themes(folder: &Path) -> String {
    let mut paths = sorted(folder);
    paths.sort_by_key(|path| stem(path) != "classic");
    let theme = |path: &PathBuf| format!("    ({:?}, {}),\n", stem(path), include(path));
    let themes: String = paths.iter().map(theme).collect();
    format!(
        "/// The themes that ship: id and text, in the order of the settings.\n\
         pub const SHIPPED: &[(&str, &str)] = &[\n{themes}];\n"
    )
}

/// An expression for the text of a file.
fn include(path: &Path) -> String {
    let path = path.canonicalize().expect("it is there");
    format!("include_str!({:?})", path.display().to_string())
}

/// The structs of the sections, and `Texts`, which holds one of each.
fn sections(english: &Path) -> String {
    let (mut code, mut fields, mut values) = (String::new(), String::new(), String::new());
    for path in sorted(english) {
        let stem = stem(&path);
        let text = fs::read_to_string(&path).expect("a text file");
        let messages = match keys::keys(&text) {
            Ok(messages) => messages,
            Err(fault) => panic!("{}: {fault}", path.display()),
        };
        let (field, name) = (stem.replace('-', "_"), camel_case(&stem));
        code += &section(&stem, &name, &messages);
        let _ = writeln!(fields, "    pub {field}: {name},");
        let _ = writeln!(values, "            {field}: {name}::new(messages),");
    }
    format!(
        "{code}/// All texts of one language, a section for each file.\n\
         pub struct Texts {{\n    messages: &'static Messages,\n{fields}}}\n\n\
         impl Texts {{\n    fn new(messages: &'static Messages) -> Texts {{\n\
         \x20       Texts {{\n            messages,\n{values}        }}\n    }}\n}}\n\n"
    )
}

/// One section: constant texts are formatted once, the others when they are asked for.
fn section(stem: &str, name: &str, messages: &BTreeMap<String, BTreeSet<String>>) -> String {
    let (mut fields, mut values, mut methods) = (String::new(), String::new(), String::new());
    let prefix = format!("{stem}-");
    for (key, variables) in messages {
        let Some(short) = key.strip_prefix(&prefix) else {
            panic!("assets/texts/en/{stem}.ftl: `{key}` does not begin with `{prefix}`")
        };
        let field = short.replace('-', "_");
        if variables.is_empty() {
            let _ = writeln!(fields, "    pub {field}: &'static str,");
            let _ = writeln!(values, "            {field}: messages.constant({key:?}),");
            continue;
        }
        let snake = |variable: &String| variable.replace('-', "_");
        let parameters: Vec<String> = variables
            .iter()
            .map(|name| format!("{}: impl Into<Variable<'a>>", snake(name)))
            .collect();
        let arguments: Vec<String> =
            variables.iter().map(|name| format!("({name:?}, {}.into())", snake(name))).collect();
        let _ = writeln!(
            methods,
            "    pub fn {field}<'a>(&self, {}) -> String {{\n        \
             self.messages.format({key:?}, [{}])\n    }}",
            parameters.join(", "),
            arguments.join(", ")
        );
    }
    let held = if methods.is_empty() { "" } else { "    messages: &'static Messages,\n" };
    let given = if methods.is_empty() { "" } else { "            messages,\n" };
    format!(
        "pub struct {name} {{\n{held}{fields}}}\n\n\
         impl {name} {{\n    fn new(messages: &'static Messages) -> {name} {{\n\
         \x20       {name} {{\n{given}{values}        }}\n    }}\n{methods}}}\n\n"
    )
}

/// The files of every language.
fn languages(folder: &Path) -> String {
    let mut code = String::from("static SHIPPED: &[(&str, &[&str])] = &[\n");
    for language in sorted(folder) {
        let sources: Vec<String> =
            sorted(&language).iter().map(|path| format!("        {},", include(path))).collect();
        let _ = writeln!(code, "    ({:?}, &[\n{}\n    ]),", stem(&language), sources.join("\n"));
    }
    code + "];\n"
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of texts or themes");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn camel_case(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').map(capital).collect()
}
