//! Prints what each piece of the shipped rule sets is worth to the engine.
use engine::Evaluator;
use notation::ruleset;

fn main() {
    for id in ruleset::shipped_ids() {
        let Some(rules) = ruleset::shipped(id) else { continue };
        let evaluator = Evaluator::new(&rules);
        for kind in rules.piece_types() {
            let spec = rules.piece_spec(kind);
            println!("{id:12} {:12} {:6} {}", spec.name, evaluator.piece_worth(kind), spec.value);
        }
    }
}
