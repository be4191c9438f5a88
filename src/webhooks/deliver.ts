import { newId } from "../core/ids.ts";
import type { SiteDb } from "../db/database.ts";
import { type EventRow, typesNamed, typesSeenWith } from "../events/events.ts";
import type { JobKind, RunningJob } from "../jobs/jobs.ts";
import { bodyOf, TEST, testBody } from "./body.ts";
import {
  type DueRow,
  findDue,
  findEventsFor,
  findHeld,
  findLastNumber,
  findNextDue,
  insertDeliveries,
  type Outcome,
  recordOutcomes,
  releaseFirsts,
  type ThingRef,
} from "./delivery-queries.ts";
import { type SwitchedOff, switchEndpointOff } from "./endpoints.ts";
import {
  findActiveEndpoints,
  lockEndpointWithSecrets,
  moveOn,
  noteHealth,
  resealSecrets,
  type SecretRow,
} from "./queries.ts";
import { type SecretBox, signedHeaders } from "./secrets.ts";
import type { Attempt, Send } from "./sender.ts";

export const DELIVER = "webhooks.deliver";

/** Deliveries of an endpoint that one run of its job sends, and how many of them at the same time. */
const AT_ONCE = 50;
const TOGETHER = 10;
/** A run begins no delivery after so long: then others have their turn. */
const BEGIN_MS = 10_000;
/** Numbers that one run looks at for events of the endpoint's types: they may be rare. */
const MAX_LOOKED_AT = 5000;

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const DAY = 24 * HOUR;
/** What is waited after each attempt that failed; after the last one, the delivery is failed. */
export const RETRIES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A retry comes up to so much later, by chance: what failed together does not come back together. */
const JITTER = 0.2;
/** An endpoint at which nothing succeeded for so long is switched off when a delivery has failed for good. */
const NOTHING_MS = 3 * DAY;
const GONE = 410;

export interface DeliveryParts {
  send: Send;
  secrets: SecretBox;
  switchedOff: SwitchedOff;
  /** 0 to 1, for the jitter. */
  random?: () => number;
}

/** Lets the endpoints' jobs begin that want such events. */
export async function wakeEndpoints(db: SiteDb, events: readonly { type: string }[]): Promise<void> {
  const types = new Set(events.map(({ type }) => type));
  for (const endpoint of await findActiveEndpoints(db)) {
    if (typesNamed(endpoint.types).some((type) => types.has(type))) wakeEndpoint(db, endpoint.id);
  }
}

/** Lets the endpoint's job begin, or look again when it runs. */
export const wakeEndpoint = (db: SiteDb, id: string): void =>
  void db.later({ kind: DELIVER, id, arguments: {}, actor: "server", again: true });

/**
 * Sends an endpoint what it has not got yet. Its job has the id of the endpoint, so that one process at a time sends to it. An event becomes
 * a delivery by the endpoint's own cursor, and a delivery is recorded after it was sent: none is lost, and one may be sent twice.
 */
export const webhookDelivery = ({ random = Math.random, ...parts }: DeliveryParts): JobKind => ({
  name: DELIVER,
  atOnce: 100,
  isRepeatable: true,
  maxAttempts: Number.POSITIVE_INFINITY,
  run: async (job) => {
    const work = await job.database.transact(job.tenant, (db) => takeWork(db, job.id, parts));
    if (!work) {
      await job.rest(async () => undefined);
      return undefined;
    }
    const attempts = await sendAll(work, job, parts.send);
    const record = (db: SiteDb) => recordAttempts(db, work.endpoint, attempts, parts.switchedOff, random);
    if (job.signal.aborted) {
      await job.database.transact(job.tenant, record); // it was sent, although the process stops
      throw job.signal.reason;
    }
    await job.rest(async (db) => {
      await record(db);
      return nextRun(db, job.id);
    });
    return undefined;
  },
});

interface Work {
  endpoint: SecretRow;
  secrets: string[];
  /** Deliveries of which each waits for the one before; without an order, one each. */
  chains: DueRow[][];
}

/** What an endpoint is sent now; undefined when it is off or gone. */
async function takeWork(db: SiteDb, id: string, { secrets, switchedOff }: DeliveryParts): Promise<Work | undefined> {
  const endpoint = await lockEndpointWithSecrets(db, id); // a save meanwhile would change what is added below
  if (!endpoint?.is_active) return undefined;
  const opened = openSecrets(db, endpoint, secrets);
  if (!opened) {
    await switchEndpointOff(db, id, "Its secret cannot be read any more; rotate it.", null, switchedOff);
    return undefined;
  }
  const known = await findDue(db, id, AT_ONCE);
  const due = known.length < AT_ONCE && (await addDeliveries(db, endpoint)) ? await findDue(db, id, AT_ONCE) : known;
  return { endpoint, secrets: opened, chains: await chainsOf(db, endpoint, due) };
}

/** What is due; of an ordered endpoint, each with what waits for it. */
async function chainsOf(db: SiteDb, { id, is_ordered }: SecretRow, due: DueRow[]): Promise<DueRow[][]> {
  const things = thingsOf(due.filter(({ number }) => number !== null)); // nothing waits for a test
  if (!is_ordered || things.length === 0) return due.map((one) => [one]);
  const held = await findHeld(db, id, things, Math.ceil(AT_ONCE / things.length));
  const chains = new Map(due.map((one) => [one.id, [one]]));
  const last = new Map(due.flatMap((one) => (one.number === null ? [] : [[keyOf(one), chains.get(one.id)] as const])));
  for (const one of held) last.get(keyOf(one))?.push(one);
  return [...chains.values()];
}

const keyOf = ({ thing, thing_id }: ThingRef): string => `${thing} ${thing_id}`;

/** The secrets that sign now; undefined when the newest cannot be read. */
function openSecrets(db: SiteDb, endpoint: SecretRow, box: SecretBox): string[] | undefined {
  const newest = box.open(endpoint.sealed_secret, endpoint.id);
  if (!newest) return undefined;
  const signsToo = endpoint.old_secret_ends_at !== null && endpoint.old_secret_ends_at > db.now;
  const old = signsToo && endpoint.sealed_old_secret ? box.open(endpoint.sealed_old_secret, endpoint.id) : undefined;
  if (newest.isOld) {
    const again = (secret: string) => box.seal(secret, endpoint.id);
    resealSecrets(db, endpoint.id, endpoint.sealed_secret, again(newest.secret), old ? again(old.secret) : null);
  }
  return [newest.secret, ...(old ? [old.secret] : [])];
}

/** Makes deliveries of the next events that the endpoint may see; returns whether there were some. */
async function addDeliveries(
  db: SiteDb,
  { id, types, scopes, is_ordered, last_number: after }: SecretRow,
): Promise<boolean> {
  const { last_number: last = 0 } = (await findLastNumber(db)) ?? {};
  if (last <= after) return false;
  const wanted = wantedTypes(types, scopes);
  const upTo = Math.min(last, after + MAX_LOOKED_AT);
  const events = await findEventsFor(db, { after, upTo, types: wanted }, AT_ONCE);
  moveOn(db, id, events.length === AT_ONCE ? (events.at(-1)?.number ?? upTo) : upTo);
  if (events.length === 0) return false;
  await insertDeliveries(
    db,
    id,
    events.map((event) => ({ id: newId(), ...event })),
    is_ordered,
  );
  if (is_ordered) await releaseFirsts(db, id, thingsOf(events));
  return true;
}

/** The types that an endpoint names and may see. */
export const wantedTypes = (types: readonly string[], scopes: SecretRow["scopes"]): string[] => {
  const seen = typesSeenWith(scopes);
  return typesNamed(types).filter((name) => seen.includes(name));
};

export const thingsOf = (rows: readonly ThingRef[]): ThingRef[] => {
  const things = new Map(rows.map(({ thing, thing_id }) => [keyOf({ thing, thing_id }), { thing, thing_id }]));
  return [...things.values()];
};

interface Attempted {
  delivery: DueRow;
  attempt: Attempt;
}

/** Sends what is due, some at a time. What was begun when the process stops is not waited for. */
async function sendAll({ endpoint, secrets, chains }: Work, job: RunningJob, send: Send): Promise<Attempted[]> {
  const attempts: Attempted[] = [];
  const until = performance.now() + BEGIN_MS;
  const left = chains.values();
  const isOver = () => job.signal.aborted || performance.now() > until;
  const attempt = async (delivery: DueRow): Promise<boolean> => {
    const sent = contentOf(delivery, endpoint);
    const headers = sent && signedHeaders(secrets, sent.id, Date.parse(job.tenant.now), sent.body);
    const found = headers
      ? await send(endpoint.address, sent.body, headers, job.signal).catch(() => undefined) // the process stops
      : NOT_KEPT;
    if (found) attempts.push({ delivery, attempt: found });
    return found === NOT_KEPT || found?.problem === null;
  };
  const worker = async () => {
    for (const chain of left) {
      for (const delivery of chain) if (isOver() || !(await attempt(delivery))) break;
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return attempts;
}

const NOT_KEPT: Attempt = { status: null, problem: "The event is not kept any more.", answer: null, tookMs: 0 };

/** The id and the body of a delivery; undefined when its event is gone. */
function contentOf({ id, type, event, created_at }: DueRow, { scopes }: SecretRow) {
  if (type === TEST) return { id, body: testBody(created_at) };
  return event ? { id: event.id, body: bodyOf(event as EventRow, scopes) } : undefined;
}

/** Records what was sent, lets go what waited for it, and switches off what has failed for too long. */
async function recordAttempts(
  db: SiteDb,
  { id }: SecretRow,
  attempts: readonly Attempted[],
  switchedOff: SwitchedOff,
  random: () => number,
): Promise<void> {
  if (attempts.length === 0) return;
  const outcomes = attempts.map((one) => outcomeOf(one, db.now, random));
  const sent = attempts.filter(({ attempt }) => attempt !== NOT_KEPT);
  const isFailing = (sent.at(-1)?.attempt.problem ?? null) !== null;
  const hasSucceeded = outcomes.some(({ state }) => state === "delivered");
  const endpoint = await noteHealth(db, id, { hasSucceeded, isFailing }); // locks it
  await recordOutcomes(db, outcomes);
  const ended = attempts.flatMap(({ delivery }, i) => (outcomes[i]?.state === "waiting" ? [] : [delivery]));
  if (endpoint?.is_ordered) await releaseFirsts(db, id, thingsOf(ended));
  if (attempts.some(({ attempt }) => attempt.status === GONE)) {
    await switchEndpointOff(db, id, "It answered 410 Gone.", null, switchedOff);
  } else if (isFailing && outcomes.some(({ state }) => state === "failed")) {
    const before = new Date(Date.parse(db.now) - NOTHING_MS).toISOString();
    await switchEndpointOff(db, id, "Nothing was delivered for three days.", before, switchedOff);
  }
}

function outcomeOf({ delivery, attempt }: Attempted, now: string, random: () => number): Outcome {
  const { id, number, attempts, due_at } = delivery;
  const { status, problem, answer, retryAfterMs = 0, tookMs } = attempt;
  const wait = RETRIES_MS[attempts];
  const isOver = attempt === NOT_KEPT || wait === undefined;
  const state = problem === null ? "delivered" : isOver ? "failed" : "waiting";
  const later = Math.max((wait ?? 0) * (1 + JITTER * random()), Math.min(retryAfterMs, DAY));
  const next_at = state === "waiting" ? new Date(Date.parse(now) + later).toISOString() : null;
  return { id, number, attempts, due_at, state, status, problem, answer, took_ms: tookMs, next_at };
}

/**
 * When the endpoint's job has something to do again. After a save it looks once more: events that got their numbers at the same time did not
 * know of the endpoint.
 */
async function nextRun(db: SiteDb, id: string): Promise<string | undefined> {
  const endpoint = await lockEndpointWithSecrets(db, id);
  if (!endpoint?.is_active) return undefined;
  const [next, store] = await Promise.all([findNextDue(db, id), findLastNumber(db)]);
  if ((store?.last_number ?? 0) > endpoint.last_number) return db.now;
  const onceMore = new Date(Date.parse(endpoint.updated_at) + MINUTE).toISOString();
  return [next?.due_at, onceMore > db.now ? onceMore : undefined].filter((at) => at !== undefined).toSorted()[0];
}
