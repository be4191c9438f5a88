import { once } from "node:events";
import { expect, test } from "vitest";
import { buildApp, STOREFRONT } from "../../src/app.ts";
import { saveCollection } from "../../src/catalog/catalog.ts";
import { Problem } from "../../src/core/problem.ts";
import type { OwnerRow } from "../../src/keys/queries.ts";
import { app, database, keyring, openShop, settingsWith, tokens } from "../support/app.ts";
import { bytesOf, connectTo, listeningPort, requestText } from "../support/raw-http.ts";

/** Requests for an answer that nobody has yet. */

/** An application that looks keys up by `findOwner`, and its port. */
async function withKeys(findOwner: () => OwnerRow | undefined | Promise<OwnerRow | undefined>) {
  const readiness = async () => ({ reads: true, writes: true });
  const keys = Object.assign(Object.create(keyring), { findOwner });
  const server = await buildApp({ settings: settingsWith(), database, keyring: keys, tokens, readiness });
  const port = await listeningPort(server);
  return { server, port };
}

test("a client that goes before its answer is made keeps nobody waiting", async () => {
  const shop = await openShop();
  const owner = await keyring.findOwner(shop.publishable_key);
  let lookUp: Promise<OwnerRow | undefined> | undefined;
  let found = (_owner: OwnerRow | undefined) => {};
  const { server, port } = await withKeys(() => lookUp ?? owner);
  const request = requestText(`${STOREFRONT}/products/nowhere`, { "x-api-key": shop.publishable_key });

  lookUp = new Promise((resolve) => (found = resolve));
  const arrived = once(server.server, "request");
  const gone = await connectTo(port);
  gone.write(request);
  const [, response] = await arrived;
  gone.destroy();
  await once(response, "close");
  lookUp = undefined;
  found(owner);

  const socket = await connectTo(port);
  socket.write(request);
  expect((await bytesOf(socket)).toString()).toMatch(/^HTTP\/1.1 404 /);
});

test("a key that cannot be looked up is refused", async () => {
  const refusal = () => Promise.reject(new Problem("unavailable", "The database does not answer."));
  const { port } = await withKeys(refusal);
  const socket = await connectTo(port);
  socket.write(requestText(`${STOREFRONT}/store`, { "x-api-key": "pk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }));

  expect((await bytesOf(socket)).toString()).toMatch(/^HTTP\/1.1 503 /);
});

test("a slug that reads like the key of something else finds nothing", async () => {
  const shop = await openShop({ via: app });
  const plain = {
    description: null,
    image_url: null,
    is_active: true,
    position: 0,
    seo_title: null,
    seo_description: null,
  };
  const id = await shop.transact((db) =>
    saveCollection(db, { ...plain, slug: "c", title: "C", sort_order: "manual" }, []),
  );

  expect((await shop.get("/collections/c")).status).toBe(200);
  expect((await shop.get(`/collections/${encodeURIComponent(`${id} 20 0`)}`)).status).toBe(404);
  expect((await shop.get(`/collections/${encodeURIComponent(`products of collection ${id} 20 0`)}`)).status).toBe(404);
});
