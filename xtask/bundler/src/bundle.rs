//! The files of the page: named by their content where they may be kept for ever, and packed.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Files in this folder never change under the same name.
const HASHED: &str = "static";

/// Packing that saves less than this part is not worth it.
const WORTH: f64 = 0.95;

/// Is the page packed for those who fetch it, or only tried by its maker?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// With everything that makes it smaller.
    Best,
    /// As it is, at once.
    Plain,
}

/// The files of the page, by their paths.
#[derive(Default)]
pub struct Bundle {
    files: BTreeMap<String, Vec<u8>>,
    /// The names of the files in the folder that never changes, by their plain names.
    hashed: BTreeMap<String, String>,
    /// What else stands in double braces.
    words: BTreeMap<String, String>,
}

impl Bundle {
    /// Lets texts say `{{word}}`.
    pub fn define(&mut self, word: &str, meaning: String) {
        self.words.insert(word.to_owned(), meaning);
    }

    /// Adds a file whose name will change with its content.
    pub fn add_hashed(&mut self, name: &str, bytes: Vec<u8>) {
        let digest = Sha256::digest(&bytes);
        let hash: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let hashed = format!("{stem}-{hash}.{ending}");
        self.files.insert(format!("{HASHED}/{hashed}"), bytes);
        self.hashed.insert(name.to_owned(), hashed);
    }

    /// Adds such a file, a text that names others beside it as `{{name}}`.
    pub fn add_hashed_text(&mut self, name: &str, text: &str) -> Result<()> {
        let filled = self.filled(text, "").with_context(|| name.to_owned())?;
        self.add_hashed(name, filled.into_bytes());
        Ok(())
    }

    /// Adds a text that keeps its name, in the uppermost folder.
    pub fn add_named_text(&mut self, name: &str, text: &str) -> Result<()> {
        let filled = self.filled(text, &format!("{HASHED}/")).with_context(|| name.to_owned())?;
        self.files.insert(name.to_owned(), filled.into_bytes());
        Ok(())
    }

    /// A word that changes whenever any file does.
    pub fn version(&self) -> String {
        let mut digest = Sha256::new();
        for (path, bytes) in &self.files {
            digest.update(path.as_bytes());
            digest.update(bytes);
        }
        digest.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The paths of all that is kept from the first visit on, as a list in JavaScript: without networks, which
    /// are fetched when a game needs them.
    pub fn list(&self) -> String {
        let paths: Vec<String> = self
            .files
            .keys()
            .filter(|path| *path != "index.html" && !path.ends_with(".nnue"))
            .map(|p| format!("{p:?}"))
            .collect();
        format!("[\n    {},\n]", paths.join(",\n    "))
    }

    /// The names of the engine's networks and where each lies beside other hashed files, as an object in
    /// JavaScript.
    pub fn networks(&self) -> String {
        let networks = self.hashed.iter().filter(|(name, _)| name.ends_with(".nnue"));
        let rows: Vec<String> =
            networks.map(|(name, hashed)| format!("{name:?}: \"./{hashed}\"")).collect();
        format!("{{\n    {},\n}}", rows.join(",\n    "))
    }

    /// Writes everything in place of what was there, plain and packed. An interruption leaves
    /// the old page whole.
    pub fn write(&self, out: &Path, packing: Packing) -> Result<()> {
        let part = out.with_extension("part");
        remove(&part)?;
        self.write_to(&part, packing)?;
        remove(out)?;
        fs::rename(&part, out).with_context(|| format!("{} cannot be written", out.display()))
    }

    fn write_to(&self, out: &Path, packing: Packing) -> Result<()> {
        println!("{:>10} {:>10} {:>10}", "plain", "gzip", "brotli");
        let mut sums = [0; 3];
        for (path, bytes) in &self.files {
            let place = out.join(path);
            let folder = place.parent().unwrap_or(out);
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&place, bytes))
                .with_context(|| format!("{} cannot be written", place.display()))?;
            let mut sizes = [bytes.len(); 3];
            let packers: &[(&str, Packer)] = match packing {
                Packing::Best => &[("gz", gzip), ("br", brotli)],
                Packing::Plain => &[],
            };
            for (index, (ending, pack)) in packers.iter().enumerate() {
                let packed = pack(bytes)?;
                if (packed.len() as f64) < bytes.len() as f64 * WORTH {
                    sizes[index + 1] = packed.len();
                    let name = format!("{}.{ending}", place.display());
                    fs::write(&name, packed).with_context(|| format!("no {name}"))?;
                }
            }
            println!("{:>10} {:>10} {:>10}  {path}", sizes[0], sizes[1], sizes[2]);
            sums.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
        }
        println!("{:>10} {:>10} {:>10}  in all", sums[0], sums[1], sums[2]);
        Ok(())
    }

    /// The text with every `{{word}}` replaced, files in this folder.
    fn filled(&self, text: &str, folder: &str) -> Result<String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let Some((word, after)) = after.split_once("}}") else {
                bail!("`{{{{` without `}}}}`");
            };
            filled += before;
            match (self.hashed.get(word), self.words.get(word)) {
                (Some(name), _) => filled += &format!("{folder}{name}"),
                (None, Some(meaning)) => filled += meaning,
                (None, None) => bail!("nothing is known of `{word}`"),
            }
            rest = after;
        }
        Ok(filled + rest)
    }
}

fn remove(folder: &Path) -> Result<()> {
    match folder.exists() {
        true => fs::remove_dir_all(folder)
            .with_context(|| format!("{} is in the way", folder.display())),
        false => Ok(()),
    }
}

type Packer = fn(&[u8]) -> Result<Vec<u8>>;

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &parameters)?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_content_and_are_filled_in() {
        let mut bundle = Bundle::default();
        bundle.add_hashed("a.js", b"one".to_vec());
        bundle.define("length", "3".to_owned());
        bundle.add_hashed_text("b.js", "import './{{a.js}}'; {{length}}").expect("known words");
        bundle.add_named_text("index.html", "<script src='{{b.js}}'>").expect("known words");
        let b = &bundle.hashed["b.js"];
        let text = String::from_utf8_lossy(&bundle.files[&format!("static/{b}")]).into_owned();
        assert_eq!(text, "import './a-7692c3ad3540bb80.js'; 3");
        let page = String::from_utf8_lossy(&bundle.files["index.html"]).into_owned();
        assert_eq!(page, format!("<script src='static/{b}'>"));
        assert!(bundle.add_named_text("c", "{{d.js}}").is_err());
        assert!(
            bundle.list().contains(&format!("\"static/{b}\"")) && !bundle.list().contains("index")
        );
    }
}
