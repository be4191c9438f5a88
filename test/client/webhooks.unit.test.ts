import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookError } from "../../packages/client/src/webhooks.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const OLD_SECRET = `whsec_${Buffer.alloc(24, 8).toString("base64")}`;
const BODY = JSON.stringify({ type: "orders.placed", number: 3, data: { name: "Leïla 🎁" } });

const signed = (secret = SECRET, sentAt = new Date()) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
  "webhook-signature": new Webhook(secret).sign("evt_1", sentAt, BODY),
});
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

test.each([
  ["with the secret", { headers: signed(), secret: SECRET }],
  ["with one of the secrets", { headers: signed(), secret: [OLD_SECRET, SECRET] }],
  [
    "with one of its signatures",
    {
      headers: {
        ...signed(),
        "webhook-signature": `v1a,AAAA ${signed(OLD_SECRET)["webhook-signature"]} ${signed()["webhook-signature"]}`,
      },
      secret: SECRET,
    },
  ],
  ["with headers of fetch", { headers: new Headers(signed()), secret: SECRET }],
  ["four minutes later", { headers: signed(SECRET, ago(240)), secret: SECRET }],
])("a webhook is verified %s", async (_, given) => {
  expect(await verifyWebhook({ body: BODY, ...given })).toEqual(JSON.parse(BODY));
});

test.each([
  ["of another secret", { headers: signed(OLD_SECRET) }],
  ["whose body was changed", { headers: signed(), body: BODY.replace("3", "4") }],
  ["whose id was changed", { headers: { ...signed(), "webhook-id": "evt_2" } }],
  ["that is replayed after five minutes", { headers: signed(SECRET, ago(301)) }],
  ["from the future", { headers: signed(SECRET, ago(-330)) }], // the table is older than the test that reads it
  ["without a signature", { headers: { ...signed(), "webhook-signature": undefined } }],
  ["whose signature is no base64", { headers: { ...signed(), "webhook-signature": "v1,*" } }],
  [
    "whose signature has another version",
    {
      headers: { ...signed(), "webhook-signature": signed()["webhook-signature"].replace("v1,", "v2,") },
    },
  ],
  ["whose time is no number", { headers: { ...signed(), "webhook-timestamp": "NaN" } }],
  [
    "signed with an empty key",
    {
      headers: {
        ...signed(),
        "webhook-signature": `v1,${createHmac("sha256", "").update(`evt_1.${signed()["webhook-timestamp"]}.${BODY}`).digest("base64")}`,
      },
      secret: "whsec_*",
    },
  ],
])("a webhook %s is refused", async (_, given) => {
  await expect(verifyWebhook({ body: BODY, secret: SECRET, ...given })).rejects.toBeInstanceOf(WebhookError);
});
