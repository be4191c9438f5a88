// Writes the table of types in docs/events.md.
import { readFileSync, writeFileSync } from "node:fs";
import { eventsDocument } from "./events-document.ts";

const DOCUMENT = "docs/events.md";
writeFileSync(DOCUMENT, eventsDocument(readFileSync(DOCUMENT, "utf8")));
