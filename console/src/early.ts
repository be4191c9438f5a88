import { CONSOLE_HEADERS } from "./api/console-headers.ts";
import { keepEarly } from "./api/early.ts";
import { lastSlug } from "./frame/lastStore.ts";
import { firstLanguage } from "./messages/firstLanguage.ts";
import { loadTexts } from "./messages/languages.ts";

// Runs before the console itself has arrived: asks for what every first screen needs, while the rest is loaded and read.

const ask = (path: string, headers: Record<string, string>) => keepEarly(path, headers, fetch(path, { headers }));

ask("/api/v1/console/me", CONSOLE_HEADERS);
const [, named, screen] = /^\/console\/stores\/([^/]+)\/?(.*)/.exec(location.pathname) ?? [];
const store = named === undefined ? lastSlug() : decodeURIComponent(named);
if (store) ask("/api/v1/admin", { ...CONSOLE_HEADERS, "x-hanout-store": store });

import("./main.tsx");
void loadTexts[firstLanguage()]();
if (!screen) void import("./home/HomeScreen.tsx");
