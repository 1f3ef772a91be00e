//! Workers of the browser, which think beside the page.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use app::services::{FromWorker, Wake, WebWorker, WebWorkers};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, WorkerOptions, WorkerType};

/// Starts workers that run a script.
pub struct BrowserWorkers {
    script: String,
}

impl BrowserWorkers {
    /// Workers that run the script at this address.
    pub fn new(script: String) -> BrowserWorkers {
        BrowserWorkers { script }
    }
}

impl WebWorkers for BrowserWorkers {
    fn start(&self, wake: Wake) -> Option<Box<dyn WebWorker>> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = web_sys::Worker::new_with_options(&self.script, &options).ok()?;
        let heard: Rc<RefCell<VecDeque<FromWorker>>> = Rc::default();

        let (inbox, woken) = (Rc::clone(&heard), wake.clone());
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                inbox.borrow_mut().push_back(FromWorker::Message(text));
                woken();
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));

        let inbox = Rc::clone(&heard);
        let on_error = Closure::new(move |_: ErrorEvent| {
            inbox.borrow_mut().push_back(FromWorker::Died);
            wake();
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));

        // The page has compiled the program already; the worker takes it from there.
        worker.post_message(&wasm_bindgen::module()).ok()?;
        Some(Box::new(BrowserWorker {
            worker,
            heard,
            _on_message: on_message,
            _on_error: on_error,
        }))
    }
}

struct BrowserWorker {
    worker: web_sys::Worker,
    heard: Rc<RefCell<VecDeque<FromWorker>>>,
    // The browser calls them for as long as the worker lives.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl WebWorker for BrowserWorker {
    fn send(&mut self, message: &str) {
        if self.worker.post_message(&JsValue::from_str(message)).is_err() {
            self.heard.borrow_mut().push_back(FromWorker::Died);
        }
    }

    fn receive(&mut self) -> Option<FromWorker> {
        self.heard.borrow_mut().pop_front()
    }
}

impl Drop for BrowserWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
