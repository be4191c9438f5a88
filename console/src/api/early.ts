type Headers = Readonly<Record<string, string>>;

const asked = new Map<string, Promise<Response>>();

const keyOf = (path: string, headers: Headers): string => `${path} ${headers["x-hanout-store"] ?? ""}`;

/** Keeps the answer to a request that was sent before the console was loaded. */
export function keepEarly(path: string, headers: Headers, answer: Promise<Response>): void {
  answer.catch(() => {}); // whoever takes it learns of a lost network
  asked.set(keyOf(path, headers), answer);
}

/** The answer to an early request; once, because a second one asks for what holds then. */
export function takeEarly(path: string, headers: Headers): Promise<Response> | undefined {
  const key = keyOf(path, headers);
  const answer = asked.get(key);
  asked.delete(key);
  return answer;
}
