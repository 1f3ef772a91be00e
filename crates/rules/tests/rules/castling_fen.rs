//! Castling rights in FEN: sides, rook files, and squares where a file is ambiguous.

use crate::support::rules_by_name;
use xxlchess_rules::fen;
use xxlchess_rules::{Colour, SquareSet};

fn squares(set: SquareSet) -> String {
    set.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Each line: a rank that both kings' first ranks have, what is read, the rooks with rights of
/// White and of Black, and what is written.
fn check(name: &str, table: &str) {
    let rules = rules_by_name(name);
    let size = rules.size();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let [rank, read, white, black, written] = cells[..] else { panic!("{line}") };
        let empty = vec![size.files().to_string(); usize::from(size.ranks()) - 2].join("/");
        let text = format!("{}/{empty}/{rank} w {read} - 0 1", rank.to_lowercase());
        let (position, _) = fen::parse(&rules, &text).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(squares(position.castling_rooks(Colour::White)), white, "{line}");
        assert_eq!(squares(position.castling_rooks(Colour::Black)), black, "{line}");
        let again = fen::format(&position);
        assert_eq!(again.split(' ').nth(2), Some(written), "{line}");
        let (reread, _) = fen::parse(&rules, &again).expect("what is written can be read");
        assert_eq!(reread, position, "{line}");
    }
}

#[test]
fn on_eight_files() {
    check(
        "standard",
        "R3K2R  | KQkq   | a1 h1    | a8 h8 | KQkq
         R3K2R  | HAha   | a1 h1    | a8 h8 | KQkq
         R3K2R  | Kq     | h1       | a8    | Kq
         R3K2R  | qK     | h1       | a8    | Kq
         R3K2R  | a1h8   | a1       | h8    | Qk
         R3K2R  | -      |          |       | -
         RR2K1RR| KQkq   | a1 h1    | a8 h8 | HAha
         RR2K1RR| BAb    | a1 b1    | b8    | BAb
         RR2K1RR| GHg    | h1       |       | H
         R2RK2R | KQ     | a1 h1    |       | KA
         R2RK2R | D      |          |       | -
         4K1R1  | Kk     |          |       | -
         4K1R1  | G      |          |       | -
         R3K3   | KQ     | a1       |       | Q
         1R2K3  | Q      | b1       |       | Q
         K6R    | KQ     | h1       |       | K
         R6K    | KQ     | a1       |       | Q
         R6K    | A      | a1       |       | Q",
    );
}

#[test]
fn on_fourteen_files_where_a_file_is_called_k() {
    check(
        "xxl",
        "R6K5R     | KQkq   | a1 n1    | a14 n14     | KQkq
         R6K2R2R   | KQkq   | a1 n1    | a14 n14     | NQnq
         R6K2R2R   | k1k14  | k1       | k14         | k1k14
         R6K2R2R   | K1K14  | k1       | k14         | k1k14
         R6K2R2R   | Nk1nk14| k1 n1    | k14 n14     | Nk1nk14
         R6K2R2R   | k1Qk14q| a1 k1    | a14 k14     | k1Qk14q
         R6K2R3    | Kk     | k1       | k14         | Kk
         R6K2R3    | k1k14  | k1       | k14         | Kk
         R3K3R1R3  | KQ     | a1 k1    |             | KQ
         R3K3R1R3  | KI     | i1 k1    |             | KI
         R3K3R1R3  | Ii     | i1       | i14         | Ii
         R3K3R1R3  | k1k14  | k1       | k14         | Kk
         R9R2K     | Qk1    | a1 k1    |             | k1A
         10R2K     | Q      | k1       |             | Q
         10R2K     | k1     | k1       |             | Q
         10R2K     | K      |          |             | -
         R1R1R2K1RR1RR | Mm | m1       | m14         | Mm",
    );
}

#[test]
fn rights_that_the_rule_set_does_not_know_are_ignored() {
    let rules = rules_by_name("king-capture");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    let (position, warnings) = fen::parse(&rules, &format!("{start} KQkq e3 0 1")).expect("valid");
    assert_eq!(fen::format(&position), format!("{start} - - 0 1"));
    assert_eq!(warnings, []);
}
