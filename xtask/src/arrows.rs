//! Which crate of the workspace may know which: the arrows of the architecture, enforced.

use anyhow::{Result, bail};

use crate::project::{self, Dependency, Outcome, Package};

/// Each crate with the crates that it may depend on. Dev-dependencies are free, so that any
/// crate may use `test-kit` in its tests.
const ALLOWED: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("notation", &["rules"]),
    ("engine", &["rules"]),
    ("game", &["rules"]),
    ("protocol", &["rules", "notation"]),
    ("client", &["rules", "notation", "game", "protocol"]),
    ("store", &["rules", "notation", "game"]),
    ("server", &["rules", "notation", "engine", "game", "protocol", "store"]),
    ("board-ui", &["rules"]),
    ("sound", &[]),
    (
        "app",
        &[
            "rules", "notation", "engine", "game", "protocol", "client", "store", "board-ui",
            "sound",
        ],
    ),
    (
        "cli",
        &[
            "rules", "notation", "engine", "game", "protocol", "client", "store", "server",
            "board-ui", "app",
        ],
    ),
    ("web", &["app"]),
    ("test-kit", &["rules", "notation", "engine"]),
    ("xtask", &["rules", "notation", "test-kit"]),
    ("bundler", &[]),
];

/// Fails on any dependency between crates that the table does not allow.
pub fn run(_arguments: &[String]) -> Result<Outcome> {
    let packages = project::metadata()?.packages;
    let faults = faults(&packages);
    if !faults.is_empty() {
        bail!("the arrows between the crates are broken:\n  {}", faults.join("\n  "));
    }
    println!("the arrows between {} crates are as declared", packages.len());
    Ok(Outcome::Done)
}

fn faults(packages: &[Package]) -> Vec<String> {
    packages.iter().flat_map(|package| faults_of(package, packages)).collect()
}

fn faults_of(package: &Package, workspace: &[Package]) -> Vec<String> {
    let name = &package.name;
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| known == name) else {
        return vec![format!("`{name}` has no row in the table of xtask/src/arrows.rs")];
    };
    let is_ours = |dependency: &&Dependency| {
        dependency.kind.is_none() && workspace.iter().any(|other| other.name == dependency.name)
    };
    package
        .dependencies
        .iter()
        .filter(is_ours)
        .filter(|dependency| !allowed.contains(&dependency.name.as_str()))
        .map(|dependency| {
            let allowed = match allowed {
                [] => "no crate of the workspace".to_owned(),
                names => format!("only {}", names.join(", ")),
            };
            format!("{name} → {}: `{name}` may depend on {allowed}", dependency.name)
        })
        .collect()
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
        let (version, features) = Default::default();
        Package { name: name.to_owned(), version, features, dependencies }
    }

    #[test]
    fn declared_arrows_and_outside_crates_pass() {
        let workspace = [
            package("rules", &[("thiserror", None), ("test-kit", Some("dev"))]),
            package("notation", &[("rules", None)]),
            package("test-kit", &[("rules", None), ("notation", None)]),
        ];
        assert_eq!(faults(&workspace), Vec::<String>::new());
    }

    #[test]
    fn a_wrong_arrow_is_named() {
        let workspace = [package("rules", &[("notation", None)]), package("notation", &[])];
        assert_eq!(
            faults(&workspace),
            ["rules → notation: `rules` may depend on no crate of the workspace"]
        );
    }

    #[test]
    fn the_test_kit_is_for_tests_only() {
        let workspace = [package("cli", &[("test-kit", None)]), package("test-kit", &[])];
        assert!(faults(&workspace)[0].starts_with("cli → test-kit: "));
    }

    #[test]
    fn an_unknown_crate_is_named() {
        let faults = faults(&[package("extra", &[])]);
        assert_eq!(faults, ["`extra` has no row in the table of xtask/src/arrows.rs"]);
    }
}
