import { verifyWebhook, WebhookError } from "@hanout/client/webhooks";
import { drop, type Tag } from "@/lib/kept";
import { storeOfHost } from "@/lib/stores";

/** What an event makes outdated, by what its type begins with. Stock is never kept on a product's page; lists show it. */
const TAGS: Record<string, Tag[]> = {
  products: ["catalogue"],
  stock: ["catalogue"],
  imports: ["catalogue"],
  promotions: ["catalogue"],
  content: ["content"],
  menus: ["menus"],
  shipping: ["shipping"],
  store: ["store", "catalogue", "shipping"],
};

const MOST_BYTES = 1_000_000;

/** The webhooks of the store tell what changed: it is forgotten, and read again when somebody asks. */
export async function POST(request: Request): Promise<Response> {
  const store = storeOfHost(request.headers.get("host") ?? "");
  if (!store?.webhookSecret) return new Response("No secret is set for webhooks.", { status: 404 });
  const body = await bodyOf(request);
  if (body === null) return new Response(`At most ${MOST_BYTES} bytes.`, { status: 413 });
  try {
    const { type } = await verifyWebhook({
      body,
      headers: request.headers,
      secret: store.webhookSecret,
    });
    drop(store.key, TAGS[type.split(".")[0] ?? ""] ?? []);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return new Response(error.message, { status: 401 });
    throw error;
  }
}

/** The body, or null when it is too large: anybody can send one, and only then the signature is checked. */
async function bodyOf(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length")) > MOST_BYTES) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
