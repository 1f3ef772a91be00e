//! The keys of a file of texts, each with its variables; for the build script and the tests.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement,
};
use fluent_syntax::parser;

/// The messages of a file with the variables of each; attributes as `message.attribute`.
///
/// # Errors
/// What is wrong with the file.
pub fn keys(source: &str) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let resource = parser::parse(source).map_err(|(_, errors)| format!("{errors:?}"))?;
    let mut keys = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let name = message.id.name;
        if let Some(pattern) = &message.value {
            keys.insert(name.to_owned(), variables(pattern));
        }
        for attribute in &message.attributes {
            let key = format!("{name}.{}", attribute.id.name);
            keys.insert(key, variables(&attribute.value));
        }
    }
    Ok(keys)
}

fn variables(pattern: &Pattern<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    in_pattern(pattern, &mut found);
    found
}

fn in_pattern(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            in_expression(expression, found);
        }
    }
}

fn in_expression(expression: &Expression<&str>, found: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => in_inline(inline, found),
        Expression::Select { selector, variants } => {
            in_inline(selector, found);
            variants.iter().for_each(|variant| in_pattern(&variant.value, found));
        }
    }
}

fn in_inline(inline: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => in_expression(expression, found),
        InlineExpression::FunctionReference {
            arguments: CallArguments { positional, .. }, ..
        } => positional.iter().for_each(|argument| in_inline(argument, found)),
        _ => {}
    }
}
