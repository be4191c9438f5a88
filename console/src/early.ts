import { CONSOLE_HEADERS } from "./api/console-headers.ts";
import { keepEarly } from "./api/early.ts";
import { lastStore } from "./frame/lastStore.ts";
import { askedAtHome } from "./home/asked.ts";
import { firstLanguage } from "./messages/firstLanguage.ts";
import { loadTexts } from "./messages/languages.ts";

// Runs before the console itself has arrived: asks for what every first screen needs, while the rest is loaded and read.

function ask(path: string, store?: string, args?: object) {
  const headers = { ...CONSOLE_HEADERS, ...(store && { "x-hanout-store": store }) };
  const request = args
    ? { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(args) }
    : { headers };
  keepEarly(path, request, fetch(path, request));
}

ask("/api/v1/console/me");
const [, named, screen] = /^\/console\/stores\/([^/]+)\/?(.*)/.exec(location.pathname) ?? [];
const last = lastStore();
const store = named === undefined ? last?.slug : decodeURIComponent(named);
if (store) ask("/api/v1/admin", store);

import("./main.tsx");
void loadTexts[firstLanguage()]();

// The time zone of last time tells which days home is about. Should it have changed, home asks again.
if (!screen && last && last.slug === store)
  for (const [operation, args] of askedAtHome(last)) ask(`/api/v1/admin/${operation}`, store, args);
if (!screen) void import("./home/HomeScreen.tsx");
