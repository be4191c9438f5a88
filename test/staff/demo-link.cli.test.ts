import { expect, test } from "vitest";
import { migratedFolder } from "../cli/hanout.ts";
import { type Served, serve } from "../cli/serve-process.ts";

const linkOf = ({ out }: Served): string | undefined => /\/console\/sign-in#(\S+)/.exec(out())?.[1];

async function signInBy(server: Served, link: string | undefined): Promise<number> {
  const { status } = await fetch(`${server.url}/api/v1/console/sign-in/link`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hanout-console": "1", origin: server.url },
    body: JSON.stringify({ link }),
  });
  return status;
}

test("each start with the demo prints a link that signs in once, and none in production", {
  timeout: 240_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const first = await serve({ DATA_DIR });
  const former = linkOf(first);
  expect(former).toMatch(/^[\w-]{43}$/);
  await first.stop("SIGTERM");

  const production = { NODE_ENV: "production", ALLOW_EMBEDDED_DATABASE: "true", CUSTOMER_TOKEN_KEYS: "k".repeat(40) };
  const second = await serve({ DATA_DIR, ...production });
  expect(linkOf(second)).toBeUndefined();
  await second.stop("SIGTERM");

  const third = await serve({ DATA_DIR });
  const link = linkOf(third);
  const statuses = [await signInBy(third, former), await signInBy(third, link), await signInBy(third, link)];
  expect(statuses).toEqual([404, 200, 404]);
  await third.stop("SIGTERM");
});
