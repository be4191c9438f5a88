import { expect, test } from "vitest";
import { ADMIN } from "../../src/app.ts";
import { app, openShop, type Shop } from "../support/app.ts";
import { picture } from "./pictures.ts";

const upload = async (shop: Shop, bytes: Buffer, name = "a.jpg", key = shop.secret_key) => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  const sent = new Response(form);
  const reply = await app.inject({
    method: "POST",
    url: `${ADMIN}/files`,
    headers: { authorization: `Bearer ${key}`, "content-type": sent.headers.get("content-type") ?? "" },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
};

test("a picture is uploaded and shown at its address", async () => {
  const shop = await openShop();

  const { status, body } = await upload(shop, await picture("jpeg", 800, 600));
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { width: 800, height: 600, type: "image/jpeg", name: "a.jpg" },
  });
  const whole = await app.inject({ url: body.url });
  expect(whole.statusCode).toBe(200);
  const small = await app.inject({ url: body.sizes[1].webp });
  expect(small.statusCode).toBe(200);
  expect(small.headers).toMatchObject({ "content-type": "image/webp", "x-content-type-options": "nosniff" });
});
