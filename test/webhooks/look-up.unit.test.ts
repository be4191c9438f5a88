import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo, LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { publicLookUp } from "../../src/webhooks/look-up.ts";

const TYPE_A = 1;
const ADDRESS = [93, 184, 215, 14];

/** A DNS server (RFC 1035) that knows one address of `known.example.com`, and never answers for `silent.example.com`. */
async function startDns(): Promise<string> {
  const server = createSocket("udp4");
  onTestFinished(() => void server.close());
  server.on("message", (asked, { port, address }) => {
    const question = asked.subarray(12, asked.indexOf(0, 12) + 5);
    if (question.includes("silent")) return;
    const isKnown = question.includes("known") && question.at(-3) === TYPE_A;
    const head = Buffer.from([...asked.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isKnown ? 1 : 0, 0, 0, 0, 0]);
    const answer = isKnown ? Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...ADDRESS]) : Buffer.alloc(0);
    server.send(Buffer.concat([head, question, answer]), port, address);
  });
  await once(server.bind(0, "127.0.0.1"), "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const askedOf = (lookUp: LookupFunction, name: string, all: boolean) =>
  new Promise<unknown[]>((resolve) => lookUp(name, { all }, (...found) => resolve(found)));

test("a name that is never answered for holds up no other; who has no address is not found", async () => {
  const lookUp = publicLookUp([await startDns()]);

  const ended: string[] = [];
  const silent = Promise.all(Array.from({ length: 20 }, () => askedOf(lookUp, "silent.example.com", true))).then(
    (all) => {
      ended.push("silent");
      return all;
    },
  );
  const known = await askedOf(lookUp, "known.example.com", true);
  ended.push("known");

  expect(known).toEqual([null, [{ address: ADDRESS.join("."), family: 4 }]]);
  expect(await askedOf(lookUp, "known.example.com", false)).toEqual([null, ADDRESS.join("."), 4]);
  expect((await askedOf(lookUp, "nobody.example.com", true))[0]).toMatchObject({ code: "ENOTFOUND" });
  expect((await silent)[0]?.[0]).toMatchObject({ code: "ENOTFOUND" });
  expect(ended).toEqual(["known", "silent"]);
  expect((await askedOf(lookUp, "localhost", false))[0]).toBeNull();
});
