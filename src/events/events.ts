export { EventNumbering, type NumberedChange, type OnNumbered, type ReadThing } from "./numbering.ts";
export { eventsOf } from "./of-changes.ts";
export { type EventRow, eraseEventData } from "./queries.ts";
export { eventSeenWith, requireTypes, typesNamed, typesSeenWith } from "./seen.ts";
export { EventStreams, type StreamOptions } from "./streams.ts";
export { EVENT_TYPES, type EventType, type EventTypeName, type Thing } from "./types.ts";
