/** What a webhook's body says: an event of the store. */
export interface WebhookEvent<Data = unknown> {
  type: string;
  timestamp: string;
  /** Of the store. A number that was seen before is a repetition: webhooks come at least once. */
  number: number;
  thing_number: number;
  data: Data;
  /** How to read what was too large for `data`. */
  data_from?: { operation: string; arguments: Record<string, unknown> };
}

/** Why a webhook is not from the server that shares the secret. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

export interface Webhook {
  /** The body exactly as it came, not parsed and written again. */
  body: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The endpoint's secret (`whsec_…`), or several. */
  secret: string | readonly string[];
  /** Seconds by which the time of sending may differ from ours, 300 unless it is set. */
  tolerance?: number;
}

/**
 * The event of a webhook, verified as Standard Webhooks 1.0.0 says. Needs Web Crypto: Node, an edge worker, or a browser with a
 * secure context. Throws WebhookError.
 */
export async function verifyWebhook<Data = unknown>(webhook: Webhook): Promise<WebhookEvent<Data>> {
  const { body, secret, tolerance = 300 } = webhook;
  const id = headerOf(webhook, "webhook-id");
  const timestamp = headerOf(webhook, "webhook-timestamp");
  const sent = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1000 - sent) <= tolerance))
    throw new WebhookError("The webhook is too old or from the future.");

  const content = bytesOf(`${id}.${timestamp}.${body}`);
  const signatures = headerOf(webhook, "webhook-signature")
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => fromBase64(one.slice(3)));
  const keys = await Promise.all([secret].flat().map(keyOf));
  const checks = keys.flatMap((key) => signatures.map((one) => crypto.subtle.verify("HMAC", key, one, content)));
  if (!(await Promise.all(checks)).includes(true)) throw new WebhookError("No signature of the webhook is right.");
  return JSON.parse(body);
}

function headerOf({ headers }: Webhook, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WebhookError(`The webhook has no ${name}.`);
  return value;
}

type Key = Parameters<typeof crypto.subtle.verify>[1];

function keyOf(secret: string): Promise<Key> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes.length === 0) throw new WebhookError("The secret is not one of a webhook.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Empty when it is not base64: nothing is signed so. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
