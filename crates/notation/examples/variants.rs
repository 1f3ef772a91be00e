//! Answers questions about variants of Fairy-Stockfish, for comparison with it.
//!
//! `cargo run -p xxlchess-notation --example variants -- [FILE]`, then a line for each question:
//! `list`; `NAME<tab>toml` for the rule set and `NAME<tab>ini` for a section made of it, each ended by a line with a full stop; `NAME<tab>FEN` for the legal moves as Fairy-Stockfish writes them; `NAME<tab>perft DEPTH`.

use std::collections::HashMap;
use std::io::{BufRead, Write, stdin, stdout};
use std::sync::Arc;

use rules::{Position, Rules, perft};
use xxlchess_notation::fairy::{Variants, format_move, section};
use xxlchess_notation::{fen, ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variants = match std::env::args().nth(1) {
        Some(file) => Variants::parse(&std::fs::read_to_string(file)?),
        None => Variants::built_in(),
    };
    let mut compiled: HashMap<String, Arc<Rules>> = HashMap::new();
    for line in stdin().lock().lines() {
        let line = line?;
        let mut out = stdout().lock();
        let Some((name, question)) = line.split_once('\t') else {
            for name in variants.names() {
                let refusal = variants.rule_set(name).err().map(|e| e.to_string());
                writeln!(out, "{name}\t{}", refusal.unwrap_or_default())?;
            }
            writeln!(out)?;
            continue;
        };
        if !compiled.contains_key(name) {
            let spec = variants.rule_set(name)?;
            let rules = Rules::compile(spec).map_err(|faults| format!("{name}: {faults:?}"))?;
            compiled.insert(name.to_owned(), rules);
        }
        let rules = &compiled[name];
        if question == "toml" {
            writeln!(out, "{}.", ruleset::format(rules.spec()))?;
            continue;
        }
        if question == "ini" {
            let text = section(rules).unwrap_or_else(|error| format!("# {error}\n"));
            writeln!(out, "{text}.")?;
            continue;
        }
        match question.strip_prefix("perft ") {
            Some(depth) => writeln!(out, "{}", perft(&mut Position::start(rules), depth.parse()?))?,
            None => match variants.our_fen(name, question) {
                Ok(text) => match fen::parse(rules, &text) {
                    Ok((position, _)) => writeln!(out, "{}", moves(&position))?,
                    Err(error) => writeln!(out, "error: {error}")?,
                },
                Err(error) => writeln!(out, "error: {error}")?,
            },
        }
    }
    Ok(())
}

fn moves(position: &Position) -> String {
    let text = |chess_move| format_move(position, chess_move);
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(text).collect();
    moves.sort();
    moves.join(" ")
}
