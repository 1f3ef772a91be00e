//! The program for the browser, and the script that connects it with the page.

use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

/// A program that a browser can load.
pub struct Program {
    /// The program.
    pub wasm: Vec<u8>,
    /// The module that loads it.
    pub script: String,
}

/// Makes what the compiler has built fit for a browser.
pub fn bind(wasm: &Path) -> Result<Program> {
    let mut output = Bindgen::new()
        .input_path(wasm)
        .out_name("xxlchess")
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .generate_output()
        .context("the program cannot be bound to JavaScript")?;
    let inline = output.snippets().iter().filter(|(_, scripts)| !scripts.is_empty());
    let names: Vec<&String> =
        inline.map(|(name, _)| name).chain(output.local_modules().keys()).collect();
    if !names.is_empty() {
        bail!("dependencies bring scripts of their own, which the page does not carry: {names:?}");
    }
    let script = output.js().to_owned();
    let wasm = output.wasm_mut().emit_wasm();
    Ok(Program { wasm, script })
}
