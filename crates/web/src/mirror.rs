//! A mirror of everything that can be read or pressed, for programs that test the page.
//!
//! With `?mirror` in the address, `window.xxlchessWidgets` is a JSON text that lists every widget with
//! its role, its name and its place. A canvas alone would tell them nothing.

use eframe::egui::accesskit::{Node, NodeId};
use eframe::egui::{Context, FullOutput, Plugin};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

/// Puts the names and places of all widgets into the page after every frame.
pub struct Mirror;

impl Plugin for Mirror {
    fn debug_name(&self) -> &'static str {
        "mirror"
    }

    fn setup(&mut self, ctx: &Context) {
        ctx.enable_accesskit();
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        let scale = f64::from(ctx.zoom_factor());
        let widgets: Vec<Value> =
            update.nodes.iter().filter_map(|node| widget(node, scale)).collect();
        let text = JsValue::from_str(&Value::from(widgets).to_string());
        // Without a window there is no reader.
        let _ = js_sys::Reflect::set(&js_sys::global(), &"xxlchessWidgets".into(), &text);
    }
}

/// A widget with its place in pixels of the page; nothing without a name.
fn widget((_, node): &(NodeId, Node), scale: f64) -> Option<Value> {
    let name = node.label().or(node.value()).filter(|name| !name.is_empty())?;
    let place = node.bounds()?;
    Some(json!({
        "role": format!("{:?}", node.role()),
        "name": name,
        "value": node.value(),
        "disabled": node.is_disabled(),
        "x": place.x0 * scale,
        "y": place.y0 * scale,
        "width": place.width() * scale,
        "height": place.height() * scale,
    }))
}
