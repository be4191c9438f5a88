import type { Actor } from "../core/actor.ts";
import { newId } from "../core/ids.ts";
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
 * Writes the events of a transaction, with its last statements: the time of each row is taken while the locks of its things are held,
 * so that the events of one thing are in the order of its changes.
 */
export const insertEvents = (
  db: { send(query: Sql): void; readonly siteId: string; readonly now: string },
  events: readonly NewEvent[],
): void =>
  db.send(sql`
    insert into new_events (site_id, id, type, thing, thing_id, actor, fields, data, data_at)
    select ${db.siteId}, e.id, e.type, e.thing, e.thing_id, e.actor, e.fields, e.data,
      case when e.data is not null then ${db.now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(condensed(events).map(rowOf))}::jsonb)
      as e (id uuid, type text, thing text, thing_id text, actor text, fields text[], data jsonb)
    on conflict (site_id, written_at, id) do nothing -- the ids are new; without it, Citus would copy the rows, which row-level security refuses
  `);

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
