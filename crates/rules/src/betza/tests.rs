//! Pieces, directions and faults of Betza notation.

use super::fault::{EXPECTED, UNSUPPORTED};
use super::*;

const STRAIGHT: &[Step] = &[(0, 1), (0, -1), (-1, 0), (1, 0)];
const DIAGONAL: &[Step] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROYAL: &[Step] = &[(0, 1), (0, -1), (-1, 0), (1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: &[Step] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const CAMEL: &[Step] = &[(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];

/// Steps, range and purpose of some rays.
type Part = (&'static [Step], u8, Purpose);

#[track_caller]
fn read(text: &str) -> Movement {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn message(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn bent_riders_are_read_as_the_interactive_diagram_writes_them() {
    for (text, ours) in [
        ("FyafsF", "t[FR]"),
        ("[F?fsR]", "t[FR]"),
        ("WyafsW", "t[WB]"),
        ("[W?fsB]", "t[WB]"),
        ("N[F?fsR]", "Nt[FR]"),
        ("NWyafsW", "Nt[WB]"),
    ] {
        assert_eq!(read(text), read(ours), "{text}");
    }
    assert!(message("yafsF").contains("`y`"));
    assert!(message("[F?fsB]").contains("`[`"));
}

#[test]
fn reads_pieces() {
    use Purpose::{Both, CaptureOnly, MoveOnly};
    let table: [(&str, &[Part]); 17] = [
        ("fmWfcF", &[(&[(0, 1)], 1, MoveOnly), (&[(-1, 1), (1, 1)], 1, CaptureOnly)]),
        ("R", &[(STRAIGHT, 15, Both)]),
        ("N", &[(KNIGHT, 1, Both)]),
        ("B", &[(DIAGONAL, 15, Both)]),
        ("BN", &[(DIAGONAL, 15, Both), (KNIGHT, 1, Both)]),
        ("C", &[(CAMEL, 1, Both)]),
        ("KN", &[(ROYAL, 1, Both), (KNIGHT, 1, Both)]),
        ("QN", &[(ROYAL, 15, Both), (KNIGHT, 1, Both)]),
        ("K", &[(ROYAL, 1, Both)]),
        ("RN", &[(STRAIGHT, 15, Both), (KNIGHT, 1, Both)]),
        ("Q", &[(ROYAL, 15, Both)]),
        ("R4", &[(STRAIGHT, 4, Both)]),
        ("NNF14", &[(KNIGHT, 15, Both), (DIAGONAL, 14, Both)]),
        ("N2CC", &[(KNIGHT, 2, Both), (CAMEL, 15, Both)]),
        ("mRcB3", &[(STRAIGHT, 15, MoveOnly), (DIAGONAL, 3, CaptureOnly)]),
        ("mR2cW", &[(STRAIGHT, 2, MoveOnly), (STRAIGHT, 1, CaptureOnly)]),
        ("mcC", &[(CAMEL, 1, Both)]),
    ];
    for (text, parts) in table {
        let rays = parts.iter().flat_map(|&(steps, range, purpose)| {
            steps.iter().map(move |&(files, ranks)| Ray { files, ranks, range, purpose })
        });
        assert_eq!(read(text), Movement::new(rays), "{text}");
    }
}

#[test]
fn reads_directions() {
    let table = "fW (0,1)
        bD (0,-2)
        lH (-3,0)
        vW (0,1) (0,-1)
        sW (-1,0) (1,0)
        frW (0,1) (1,0)
        fsW (0,1) (-1,0) (1,0)
        fF (-1,1) (1,1)
        lG (-3,3) (-3,-3)
        vF (-1,1) (1,1) (-1,-1) (1,-1)
        sA (-2,2) (2,2) (-2,-2) (2,-2)
        flF (-1,1)
        rbF (1,-1)
        fsF (-1,1) (1,1)
        flbrF (-1,1) (1,-1)
        fN (-1,2) (1,2)
        ffN (-1,2) (1,2)
        lN (-2,1) (-2,-1)
        fbN (-1,2) (1,2) (-1,-2) (1,-2)
        rlN (-2,1) (-2,-1) (2,1) (2,-1)
        fsN (-2,1) (2,1)
        rvN (1,2) (1,-2)
        frN (2,1)
        rfN (1,2)
        blC (-3,-1)
        lbZ (-2,-3)
        ffNbsN (-1,2) (1,2) (-2,-1) (2,-1)
        ffrrN (-1,2) (1,2) (2,1) (2,-1)
        fK (0,1) (-1,1) (1,1)";
    let sorted = |mut steps: Vec<String>| {
        steps.sort();
        steps.join(" ")
    };
    for (text, expected) in table.lines().filter_map(|line| line.trim().split_once(' ')) {
        let movement = read(text);
        let steps = movement.rays().iter().map(|ray| format!("({},{})", ray.files, ray.ranks));
        let expected = expected.split(' ').map(str::to_owned);
        assert_eq!(sorted(steps.collect()), sorted(expected.collect()), "{text}");
    }
}

#[test]
fn knows_equal_spellings() {
    let table = "R WW W0 R0 W15 RW|B FF F0|Q RB WWFF KK K0 BQ|K WF R1B1 Q1 FKW|L C C1|NN N0
        K2 W2F2 Q2|Q4 R4B4|vW fbW bfW fWbW vvW|lrW sW slW|fmWfcF mfWcfF fcFmfW|mRcB cBmR
        N mNcN mcN cmN vsN|fbsN fNbsN|fK fWfF|lrQ sRsB|frlR fRrRlR|fsN frflN|sfN sNfN ssffN";
    for spellings in table.split(['|', '\n']) {
        let mut movements = spellings.split_whitespace().map(read);
        let first = movements.next();
        assert!(movements.all(|movement| Some(movement) == first), "{spellings}");
    }
}

#[test]
fn directions_are_symmetric() {
    for letter in ATOMS.each_ref().map(|atom| atom.letter) {
        let count = |modifiers: &str| read(&format!("{modifiers}{letter}")).rays().len();
        let all = if "NCLZKQ".contains(letter) { 8 } else { 4 };
        assert_eq!([count(""), count("vs"), count("ffbbllrr")], [all; 3], "{letter}");
        assert!(["b", "l", "r"].iter().all(|side| count(side) == count("f")), "{letter}");
    }
}

#[test]
fn says_what_is_wrong_and_where() {
    let table = "\
        |1: nothing to read, expected a movement such as `N` or `fmWfcF`
        fm|1: modifiers `fm` without an atom, expected one of WFDANHCLZGRBKQ after them
        Nf3|2: modifiers `f` without an atom, expected one of WFDANHCLZGRBKQ after them
        mfmW|3: repeated modifier `m`, expected it once for an atom
        frfrN|3: repeated modifier `fr`, expected it once for an atom
        fffN|3: repeated modifier `f`, expected it once for an atom
        NfrK|4: ambiguous `fr` before `K`, expected atoms of one kind, such as `fWfrF`
        NNN|3: one `N` too many, expected it once, or twice for a rider; R, B and Q ride already
        RR|2: one `R` too many, expected it once, or twice for a rider; R, B and Q ride already
        3W|1: range `3` out of place, expected it after an atom that is written once
        NN2|3: range `2` out of place, expected it after an atom that is written once
        NR16|3: range `16`, expected 1 to 15, or 0 for no limit
        pW|2: `p` before `W`, expected a rider such as `pR`
        gQ5|2: `g` before `Q`, expected a rider without a number, such as `gQ`
        nR|2: `n` before `R`, expected a leap such as `nN`
        jW|2: `j` before `W`, expected a leap that passes a square, such as `jD`
        eF|2: `e` before `F`, expected a leap that takes only, such as `fceF`
        fhF|3: `h` before `F`, expected an oblique leap such as `fhN`
        N(4|2: `(` without a leap, expected one such as `(4,1)`, of at most 15 squares
        N(0,0)|2: `(` without a leap, expected one such as `(4,1)`, of at most 15 squares
        t[FW]|1: `t` without two parts, expected a leap and a rider such as `t[FR]`
        t[|1: `t` without two parts, expected a leap and a rider such as `t[FR]`
        t[fF]|1: `t` without two parts, expected a leap and a rider such as `t[FR]`
        W03|2: range `03`, expected 1 to 15, or 0 for no limit
        W999999999|2: range `999999999`, expected 1 to 15, or 0 for no limit";
    for (text, expected) in table.lines().filter_map(|line| line.trim().split_once('|')) {
        assert_eq!(message(text), format!("position {expected}"));
    }
}

#[test]
fn refuses_by_name() {
    for (characters, meaning) in &UNSUPPORTED {
        for c in characters.chars() {
            let expected = format!("position 3: `{c}` ({meaning}) is not supported; {EXPECTED}");
            assert_eq!(message(&format!("Nm{c}W")), expected);
        }
    }
    for (c, shown) in [('M', "M"), ('E', "E"), ('w', "w"), ('é', "é"), ('\t', "\\t")] {
        let expected = format!("position 2: `{shown}` is not known; {EXPECTED}");
        assert_eq!(message(&format!("N{c}")), expected);
    }
}

#[test]
fn reads_paths() {
    let path = |text: &str| match *read(text).paths() {
        [path] => path,
        ref paths => panic!("{text}: {paths:?}"),
    };
    let ray = |range, purpose| Ray { files: 0, ranks: 1, range, purpose };
    let hop = path("fpcR");
    assert_eq!((hop.hurdle, hop.ray), (Hurdle::Hop, ray(15, Purpose::CaptureOnly)));
    assert_eq!(path("fgR").ray, ray(1, Purpose::Both));
    let passed = |text: &str| path(text).passed_squares().collect::<Vec<_>>();
    assert_eq!(passed("rfnN"), [(0, 1)]);
    assert_eq!(passed("rfnA"), [(1, 1)]);
    assert_eq!(passed("rfnZ"), [(0, 1), (1, 2)]);
    assert_eq!(passed("rfnC"), [(0, 1), (0, 2)]);
    assert!(path("fimW").initial && path("frceF").en_passant);
    assert_eq!(read("nW"), read("W"));
    let griffon = read("t[FR]");
    assert_eq!((griffon.rays().len(), griffon.paths().len()), (4, 8));
    assert!(griffon.paths().iter().all(|path| {
        path.bend.is_some_and(|bend| bend.0 == path.ray.files || bend.1 == path.ray.ranks)
    }));
    assert_eq!(read("(4,1)").rays().len(), 8);
    assert_eq!([read("fhN"), read("hrN")].map(|half| half.rays().len()), [4, 4]);
    assert_eq!(read("hrNhlN"), read("N"));
}

#[test]
fn never_panics() {
    let alphabet = "fblrvsmcWFDANHCLZGRBKQjnhiaMUé(- 0159";
    let mut texts = vec![String::new()];
    for length in 0..=3 {
        for text in &texts {
            match parse(text) {
                Ok(movement) => assert!(movement.ray_count() > 0, "{text}"),
                Err(error) => assert!((1..=length.max(1)).contains(&error.position), "{text}"),
            }
        }
        let longer = |text| alphabet.chars().map(move |c| format!("{text}{c}"));
        texts = texts.iter().flat_map(longer).collect();
    }
}
