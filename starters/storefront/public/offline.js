// A service worker for one thing: to say that there is no network, in the shopper's language and with the shop's telephone.
const KEPT = "offline-1";
const LANGUAGES = ["ar", "fr", "en"];
const pageOf = (language) => `/${language}/offline`;

/** The page, and its style sheets: nothing else is kept. */
async function keep() {
  const cache = await caches.open(KEPT);
  for (const language of LANGUAGES) {
    const page = await fetch(pageOf(language));
    if (!page.ok) continue;
    const sheets = [...(await page.clone().text()).matchAll(/href="([^"]+\.css[^"]*)"/g)].map(([, address]) => address);
    await cache.addAll(sheets);
    await cache.put(pageOf(language), page);
  }
}

async function answer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const [, language] = new URL(event.request.url).pathname.split("/");
    const page = await caches.match(pageOf(LANGUAGES.includes(language) ? language : LANGUAGES[0]));
    return page ?? Response.error();
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(answer(event));
  else if (event.request.destination === "style")
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(event.request)) ?? Response.error()));
});

async function begin() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}
