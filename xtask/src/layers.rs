//! Checks the layers of the architecture: which crate may depend on which.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use crate::project::{self, Dependency, Package};

/// Each crate, by the name of its folder, with the crates that it may depend on. Dev-dependencies
/// are free as long as they make no circle.
const ALLOWED: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("record", &["rules"]),
    ("notation", &["rules", "record"]),
    ("engine", &["rules"]),
    ("training", &["rules", "engine"]),
    ("study", &["rules", "notation", "engine"]),
    ("game", &["rules", "record"]),
    ("protocol", &["rules", "record", "notation"]),
    ("client", &["rules", "record", "notation", "game", "protocol"]),
    ("store", &["rules", "record", "notation", "game"]),
    ("server", &["rules", "record", "notation", "engine", "game", "protocol", "store"]),
    ("board-ui", &["rules"]),
    ("sound", &[]),
    (
        "app",
        &[
            "rules", "record", "notation", "engine", "study", "game", "protocol", "client",
            "store", "board-ui", "sound",
        ],
    ),
    (
        "cli",
        &[
            "rules", "record", "notation", "engine", "training", "study", "game", "protocol",
            "client", "store", "server", "board-ui", "app",
        ],
    ),
    ("web", &["app"]),
    ("test-kit", &["rules"]),
    ("xtask", &["rules", "notation", "test-kit"]),
    ("bundler", &[]),
];

/// Fails on any dependency between crates that the table does not allow, and on circles.
pub fn run() -> Result<()> {
    let packages = project::metadata()?.packages;
    let faults = faults(&packages);
    if !faults.is_empty() {
        bail!("dependencies between the crates break the layers:\n  {}", faults.join("\n  "));
    }
    println!("the layers of {} crates are as declared", packages.len());
    Ok(())
}

fn faults(packages: &[Package]) -> Vec<String> {
    let forbidden = packages.iter().flat_map(|package| faults_of(package, packages));
    forbidden.chain(packages.iter().filter_map(|package| circle(package, packages))).collect()
}

fn faults_of(package: &Package, workspace: &[Package]) -> Vec<String> {
    let name = folder(&package.name);
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
        return vec![format!("`{name}` has no row in the table of xtask/src/layers.rs")];
    };
    let is_ours = |dependency: &&Dependency| {
        dependency.kind.is_none() && workspace.iter().any(|other| other.name == dependency.name)
    };
    package
        .dependencies
        .iter()
        .filter(is_ours)
        .map(|dependency| folder(&dependency.name))
        .filter(|dependency| !allowed.contains(dependency))
        .map(|dependency| {
            let allowed = match allowed {
                [] => "no crate of the workspace".to_owned(),
                names => format!("only {}", names.join(", ")),
            };
            format!("{name} → {dependency}: `{name}` may depend on {allowed}")
        })
        .collect()
}

/// The way back to a crate by dependencies of any kind, dev-dependencies included.
fn circle(start: &Package, workspace: &[Package]) -> Option<String> {
    let mut ways = vec![vec![start.name.as_str()]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        let last = workspace.iter().find(|package| Some(&package.name.as_str()) == way.last())?;
        for next in workspace.iter().filter(|p| last.dependencies.iter().any(|d| d.name == p.name))
        {
            let longer = [way.as_slice(), &[next.name.as_str()]].concat();
            if next.name == start.name {
                let names: Vec<_> = longer.iter().map(|name| folder(name)).collect();
                return Some(format!("{}: a circle", names.join(" → ")));
            }
            if seen.insert(&next.name) {
                ways.push(longer);
            }
        }
    }
    None
}

/// The folder of a package: `rules` for `xxlchess-rules`, `cli` for the program.
fn folder(package: &str) -> &str {
    match package {
        "xxlchess" => "cli",
        _ => package.strip_prefix("xxlchess-").unwrap_or(package),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> Package {
        let dependencies = dependencies
            .iter()
            .map(|(name, kind)| Dependency {
                name: (*name).to_owned(),
                kind: kind.map(str::to_owned),
            })
            .collect();
        Package { name: name.to_owned(), dependencies, ..Package::default() }
    }

    #[test]
    fn declared_and_outside_dependencies_pass() {
        let workspace = [
            package("xxlchess-rules", &[("thiserror", None)]),
            package(
                "xxlchess-notation",
                &[("xxlchess-rules", None), ("xxlchess-test-kit", Some("dev"))],
            ),
            package("xxlchess-test-kit", &[("xxlchess-rules", None)]),
        ];
        assert_eq!(faults(&workspace), Vec::<String>::new());
    }

    #[test]
    fn a_forbidden_dependency_is_named() {
        let workspace = [
            package("xxlchess-rules", &[("xxlchess-notation", None)]),
            package("xxlchess-notation", &[]),
        ];
        assert_eq!(
            faults(&workspace),
            ["rules → notation: `rules` may depend on no crate of the workspace"]
        );
    }

    #[test]
    fn a_circle_of_dev_dependencies_is_named() {
        let workspace = [
            package("xxlchess-rules", &[("xxlchess-test-kit", Some("dev"))]),
            package("xxlchess-test-kit", &[("xxlchess-rules", None)]),
        ];
        assert_eq!(
            faults(&workspace),
            ["rules → test-kit → rules: a circle", "test-kit → rules → test-kit: a circle"]
        );
    }

    #[test]
    fn the_test_kit_is_for_tests_only() {
        let workspace = [
            package("xxlchess", &[("xxlchess-test-kit", None)]),
            package("xxlchess-test-kit", &[]),
        ];
        assert!(faults(&workspace)[0].starts_with("cli → test-kit: "));
    }

    #[test]
    fn an_unknown_crate_is_named() {
        let faults = faults(&[package("extra", &[])]);
        assert_eq!(faults, ["`extra` has no row in the table of xtask/src/layers.rs"]);
    }
}
