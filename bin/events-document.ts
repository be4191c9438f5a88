// The table of types in docs/events.md.
import { EVENT_TYPES, type EventType } from "../src/events/events.ts";

const MARK = "<!-- types -->\n";

/** The document with a table of all types after the mark. */
export function eventsDocument(document: string): string {
  const rows = Object.entries(EVENT_TYPES as Record<string, EventType>).map(
    ([type, { says, things, area, since }]) =>
      `| \`${type}\` | ${things.map((thing) => `\`${thing}\``).join(", ")} | ${says} | \`${area}:read\` | ${since} |`,
  );
  const table = ["| type | thing | when | scope | since |", "|---|---|---|---|---|", ...rows];
  return `${document.split(MARK)[0]}${MARK}${table.join("\n")}\n`;
}
