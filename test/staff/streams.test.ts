import { expect, onTestFinished, test } from "vitest";
import { ADMIN, CONSOLE } from "../../src/app.ts";
import { buildTestApp, closeAtOnce, openShop, type Shop } from "../support/app.ts";
import { type Page, personOf } from "./people.ts";

/** Follows a store's events in a page. `ended` resolves with the time when the stream ends (`performance.now()`). */
async function follow(
  url: string,
  shop: Shop,
  { cookie }: Page,
): Promise<{ ended: Promise<number>; isOpen(): boolean }> {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const { status, body } = await fetch(`${url}${ADMIN}/events`, {
    headers: { cookie, "x-hanout-console": "1", "x-hanout-store": shop.slug },
    signal: gone.signal,
  });
  expect(status).toBe(200);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let isOpen = true;
  const read = async () => {
    while (!(await reader.read().catch(() => ({ done: true }))).done);
    isOpen = false;
    return performance.now();
  };
  return { ended: read(), isOpen: () => isOpen };
}

test("a stream ends within a second of its session, role or membership; others stay", async () => {
  const app = await buildTestApp();
  onTestFinished(() => closeAtOnce(app));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const shop = await openShop();
  const { page: owner } = await personOf(shop, "owner");
  const [out, removed, demoted, staying] = await Promise.all(
    ["viewer", "orders", "manager", "viewer"].map((role) => personOf(shop, role as "viewer")),
  );
  const stays = await follow(url, shop, staying!.page);

  for (const [{ page }, end] of [
    [out!, () => out!.page.send("POST", `${CONSOLE}/sign-out`)],
    [removed!, () => owner.run(shop, "staff_remove", { person: removed!.email })],
    [demoted!, () => owner.run(shop, "staff_set_role", { person: demoted!.email, role: "viewer" })],
  ] as const) {
    const { ended } = await follow(url, shop, page);
    expect((await end()).status).toBe(200);
    const endedAt = performance.now();
    expect((await ended) - endedAt).toBeLessThan(1000);
  }

  expect(stays.isOpen()).toBe(true);
});
