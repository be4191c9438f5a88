export { EventNumbering, type NumberedChange, type OnNumbered, type ReadThing } from "./numbering.ts";
export { eventsOf } from "./of-changes.ts";
export { eraseEventData } from "./queries.ts";
export { EVENT_TYPES, type EventType, type EventTypeName, type Thing } from "./types.ts";
