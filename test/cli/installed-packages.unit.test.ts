import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import inject from "light-my-request";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("every package accepts this version of Node", async () => {
  const { stderr } = await run("npm", ["ci", "--engine-strict", "--dry-run", "--ignore-scripts", "--offline"]);

  expect(stderr).not.toContain("EBADENGINE");
});

test("the version of cookie that takes the place of version 2 has what light-my-request and @fastify/cookie call", async () => {
  const sent = await inject((request, response) => void response.end(request.headers.cookie), {
    url: "/",
    cookies: { basket: "Ghardaïa 1", seen: "2" },
  });
  const requireHere = createRequire(import.meta.url);
  const { parseCookie } = createRequire(requireHere.resolve("light-my-request"))("cookie");

  expect(sent.payload).toBe("basket=Gharda%C3%AFa%201; seen=2");
  expect(parseCookie(sent.payload)).toEqual({ basket: "Ghardaïa 1", seen: "2" });
});
