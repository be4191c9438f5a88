import type { Actor } from "../core/actor.ts";
import { newId } from "../core/ids.ts";
import type { RecordedChanges } from "./changes.ts";
import { type Sql, sql } from "./sql.ts";

/** Something that a transaction changed, for programs that follow a store. `src/events/types.ts` has the types. */
export interface NewEvent {
  /** As `orders.placed`. */
  type: string;
  /** What it is about, as the audit log names it; `id` is empty when it is about many things. */
  thing: { kind: string; id: string };
  /** Who did it: 'shopper', 'customer …', 'key …', 'command'. */
  actor: Actor;
  /** The names of what changed. */
  fields?: readonly string[];
  /** The thing as it is now, when it is in memory; default: it is read when the event gets its number. */
  data?: object;
}

/** A transaction tells of each thing up to so many of a type, and of more that there are many. */
const MAX_TOLD = 500;

/**
 * Writes what a transaction tells, with its last statements: to other processes what shoppers see anew, and to programs its events. The
 * time of each event is taken while the locks of its things are held, so that the events of one thing are in the order of its changes. It is
 * one statement, a function of the database, because each statement costs every order.
 */
export function tell(
  db: { send(query: Sql): void; readonly siteId: string; readonly now: string },
  changes: RecordedChanges | undefined,
  events: readonly NewEvent[],
): void {
  if (!changes && events.length === 0) return;
  const { id = null, parts = [], productIds = [] } = changes ?? {};
  const told = events.length > 0 ? JSON.stringify(condensed(events).map(rowOf)) : null;
  db.send(sql`select tell(${db.siteId}, ${id}, ${[...parts]}, ${[...productIds]}, ${told}, ${db.now})`);
}

/** The events with one for all of a type of which there are too many. `before`: how many of a type the same change has told already. */
export function condensed(
  events: readonly NewEvent[],
  before: Readonly<Record<string, number>> = {},
): readonly NewEvent[] {
  const ofType = new Map<string, NewEvent[]>();
  for (const event of events) {
    const same = ofType.get(event.type);
    if (same) same.push(event);
    else ofType.set(event.type, [event]);
  }
  return [...ofType].flatMap(([type, same]) => ((before[type] ?? 0) + same.length > MAX_TOLD ? manyOf(same) : same));
}

const manyOf = (events: NewEvent[]): NewEvent[] =>
  events.slice(0, 1).map(({ type, thing, actor }) => ({
    type,
    thing: { kind: thing.kind, id: "" },
    actor,
    data: { many: events.length },
  }));

const rowOf = ({ type, thing, actor, fields = [], data }: NewEvent) => ({
  id: newId(),
  type,
  thing: thing.kind,
  thing_id: thing.id,
  actor,
  fields,
  data,
});
