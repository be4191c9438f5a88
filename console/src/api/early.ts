type Headers = Readonly<Record<string, string>>;

/** A request, as `fetch` takes it. */
export interface EarlyRequest {
  headers: Headers;
  body?: string;
}

const asked = new Map<string, Promise<Response>>();
/** What nobody has taken by then is too old to be shown. */
const KEPT_MS = 30_000;

const keyOf = (path: string, { headers, body = "" }: EarlyRequest): string =>
  `${path} ${headers["x-hanout-store"] ?? ""} ${body}`;

/** Keeps the answer to a request that was sent before the console was loaded. */
export function keepEarly(path: string, request: EarlyRequest, answer: Promise<Response>): void {
  answer.catch(() => {}); // whoever takes it learns of a lost network
  const key = keyOf(path, request);
  asked.set(key, answer);
  setTimeout(() => asked.delete(key), KEPT_MS);
}

/** The answer to an early request; once, because a second one asks for what holds then. */
export function takeEarly(path: string, request: EarlyRequest): Promise<Response> | undefined {
  const key = keyOf(path, request);
  const answer = asked.get(key);
  asked.delete(key);
  return answer;
}
