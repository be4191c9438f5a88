import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/hanout.ts";
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
  const DATA_DIR = temporaryFolder();
  const first = await serve({ DATA_DIR });
  const used = linkOf(first);
  expect(used).toMatch(/^[\w-]{43}$/);
  expect([await signInBy(first, used), await signInBy(first, used)]).toEqual([200, 404]);
  await first.stop("SIGTERM");

  const second = await serve({ DATA_DIR });
  expect(linkOf(second)).not.toBe(used);
  const never = linkOf(second);
  await second.stop("SIGTERM");

  const production = { NODE_ENV: "production", ALLOW_EMBEDDED_DATABASE: "true", CUSTOMER_TOKEN_KEYS: "k".repeat(40) };
  const third = await serve({ DATA_DIR, ...production });
  expect(linkOf(third)).toBeUndefined();
  await third.stop("SIGTERM");

  const fourth = await serve({ DATA_DIR });
  expect([await signInBy(fourth, never), await signInBy(fourth, linkOf(fourth))]).toEqual([404, 200]);
  await fourth.stop("SIGTERM");
});
