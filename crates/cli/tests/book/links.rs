//! Links between the pages lead to files and headings that there are.

use std::path::Path;

use test_kit::book::{Page, page, pages, root};

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    for page in pages() {
        for link in page.links() {
            if let Err(fault) = follow(&page, link.target) {
                faults.push(format!("{}, line {}: {fault}", page.path.display(), link.line));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn follow(from: &Page, target: &str) -> Result<(), String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(());
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let folder = from.path.parent().unwrap_or(Path::new(""));
    let path = if file.is_empty() { from.path.clone() } else { folder.join(file) };
    if !root().join(&path).exists() {
        return Err(format!("`{target}`: there is no {}", path.display()));
    }
    if !anchor.is_empty() && !page(&path.to_string_lossy()).anchors().iter().any(|a| a == anchor) {
        return Err(format!("`{target}`: there is no such heading"));
    }
    Ok(())
}

#[test]
fn the_table_of_contents_names_every_chapter() {
    let contents = page("docs/README.md");
    let links: Vec<_> = contents.links().iter().map(|link| link.target.to_owned()).collect();
    for chapter in pages() {
        let Ok(name) = chapter.path.strip_prefix("docs") else { continue };
        let name = name.to_string_lossy();
        assert!(name == "README.md" || links.iter().any(|link| *link == name), "{name} is missing");
    }
}
