import { timeUntil } from "../../harness/wait.ts";
import { compareDuring, comparisonText, gapOf, ms, slowdownFailures } from "../background-load.ts";
import { type Fault, unmetCriteria } from "../fault.ts";
import { openSockets, sendHalfRequests } from "../half-sent.ts";
import { auditStores, openTwoStores } from "../two-stores.ts";

const CLIENTS = 300;

/** The default time-outs for headers and bodies (3 and 5 s), with a margin. */
const MAX_ANSWER_MS = 9000;

/** The time from the answers until the connections are closed. */
const MAX_CLOSE_MS = 6000;

/** The maximum of other connections (background load, database pools); far fewer than the clients. */
const OTHER_CONNECTIONS = 100;

/** Slow or hostile clients that try to use all connections of a server. */
export const halfSentRequests: Fault = {
  name: "half-sent-requests",
  about: `${CLIENTS} clients send half a request, and never close the connection.`,
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 20 });
    const { server, other } = shops;
    const where = { url: server.url, store: other };
    const { result, ...beside } = await compareDuring(context, where, async () => {
      const before = openSockets(server);
      const half = await sendHalfRequests(context, { url: server.url, key: other.publishable_key, clients: CLIENTS });
      const most = openSockets(server);
      const answered = await timeUntil(() => half.settled() === CLIENTS, MAX_ANSWER_MS);
      const closed = await timeUntil(() => openSockets(server) <= before + OTHER_CONNECTIONS, MAX_CLOSE_MS);
      const after = openSockets(server);
      half.end();
      return { before, most, after, answered, closed, answers: half.answers() };
    });
    const audit = await auditStores(shops, { other: beside.acknowledged });
    const { before, most, after, answered, closed, answers } = result;
    return {
      answers,
      longestGapMs: gapOf(beside),
      ...audit,
      measured: `${comparisonText(beside)}; server's sockets before/most/after ${before}/${most}/${after}, all answered in ${timeText(answered)}, closed ${timeText(closed)} later`,
      failures: [
        ...slowdownFailures(beside),
        ...unmetCriteria([
          [answers["408"] === CLIENTS, `half-sent requests see ${JSON.stringify(answers)}`],
          [answered !== undefined, `not all are answered within ${ms(MAX_ANSWER_MS)}`],
          [closed !== undefined, `${after} sockets are open ${ms(MAX_CLOSE_MS)} after the answers, ${before} before`],
        ]),
      ],
    };
  },
};

const timeText = (time: number | undefined): string => (time === undefined ? "no time" : ms(time));
