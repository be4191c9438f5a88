type Headers = Readonly<Record<string, string>>;

/** A request, as `fetch` takes it. */
export interface EarlyRequest {
  headers: Headers;
  body?: string;
}

const asked = new Map<string, Promise<Response>>();

const keyOf = (path: string, { headers, body = "" }: EarlyRequest): string =>
  `${path} ${headers["x-hanout-store"] ?? ""} ${body}`;

/** Keeps the answer to a request that was sent before the console was loaded. */
export function keepEarly(path: string, request: EarlyRequest, answer: Promise<Response>): void {
  answer.catch(() => {}); // whoever takes it learns of a lost network
  asked.set(keyOf(path, request), answer);
}

/** The answer to an early request; once, because a second one asks for what holds then. */
export function takeEarly(path: string, request: EarlyRequest): Promise<Response> | undefined {
  const key = keyOf(path, request);
  const answer = asked.get(key);
  asked.delete(key);
  return answer;
}
