// The load generator, as a process of its own, so that its CPU can be told from that of the others.
import { Agent } from "node:http";
import autocannon from "autocannon";
import { answerCalls } from "../harness/child.ts";
import { sendRequest } from "../harness/http.ts";
import { flowRequests } from "./flows.ts";
import type { Burst, BurstResult, Load, LoadedRequest, LoadResult } from "./protocol.ts";
import { runStreams } from "./streams.ts";

const SAMPLE_MS = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Keeps the server busy for some seconds. Throws when a request fails, or when its status is not 2xx. */
async function runLoad({ url, headers, connections, seconds, requests, flow }: Load): Promise<LoadResult> {
  const before = process.cpuUsage();
  const result = await autocannon({
    url,
    headers: { ...headers, "content-type": "application/json" },
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    requests: flow ? flowRequests(flow) : (requests ?? []).map(asAutocannon),
  });
  const { errors, non2xx, timeouts } = result;
  if (errors + non2xx + timeouts > 0) {
    throw new Error(`${errors} errors, ${timeouts} time-outs and ${non2xx} answers that are not 2xx, from ${url}`);
  }
  return { served: result["2xx"], seconds: result.duration, cpuMs: cpuMsSince(before) };
}

const asAutocannon = ({ method, path, body }: LoadedRequest): autocannon.Request => ({
  method,
  path,
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function runBurst({ url, headers, requests }: Burst): Promise<BurstResult> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const answers = await Promise.all(requests.map((one) => send(url, headers, one)));
  return { ms: performance.now() - startedAt, answers, cpuMs: cpuMsSince(before) };
}

async function send(url: string, headers: Record<string, string>, { method, path, body }: LoadedRequest) {
  const { what, text } = await sendRequest({ url: url + path, method, headers, body }, agent);
  return { status: Number(what), body: text };
}

answerCalls({ load: runLoad, burst: runBurst, streams: runStreams });
