import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventsDocument } from "../../bin/events-document.ts";

test("docs/events.md has every type of event", () => {
  const document = readFileSync("docs/events.md", "utf8");
  expect(document).toBe(eventsDocument(document));
});
