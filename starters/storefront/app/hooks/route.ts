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

/** The webhooks of the store tell what changed: it is forgotten, and read again when somebody asks. */
export async function POST(request: Request): Promise<Response> {
  const store = storeOfHost(request.headers.get("host") ?? "");
  if (!store?.webhookSecret) return new Response("No secret is set for webhooks.", { status: 404 });
  try {
    const { type } = await verifyWebhook({
      body: await request.text(),
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
