// Keeps the page for the time without a connection. Every version has a cache of its own.

const CACHE = "xxlchess-{{version}}";
const FILES = {{files}};
const HOME = new URL("./", self.location).href;
const KNOWN = new Set(FILES.map((file) => new URL(file, HOME).href));

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([HOME, ...KNOWN])));
});

self.addEventListener("activate", (event) => {
    const outdated = (name) => name.startsWith("xxlchess-") && name !== CACHE;
    event.waitUntil(
        caches
            .keys()
            .then((names) => Promise.all(names.filter(outdated).map((name) => caches.delete(name))))
            .then(() => self.clients.claim()),
    );
});

/** A network of the engine: not fetched before a game needs it, and kept from then on. */
async function network(href) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(href);
    if (kept) return kept;
    const response = await fetch(href);
    if (response.ok) await cache.put(href, response.clone());
    return response;
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    address.search = address.hash = "";
    if (request.method !== "GET") return;
    if (address.href === HOME) {
        // The newest page if there is a server, else the one that is kept.
        event.respondWith(fetch(request).catch(() => caches.match(HOME, { cacheName: CACHE })));
    } else if (KNOWN.has(address.href)) {
        const kept = caches.match(address.href, { cacheName: CACHE });
        event.respondWith(kept.then((response) => response ?? fetch(request)));
    } else if (address.href.startsWith(HOME) && address.href.endsWith(".nnue")) {
        event.respondWith(network(address.href));
    }
});
