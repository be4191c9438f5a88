import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openShop } from "../support/app.ts";
import { makeCertificate } from "./certificate.ts";
import { deliveriesOf, save, startSending, tell } from "./scene.ts";

async function startSecureReceiver(name: string) {
  const { key, cert } = makeCertificate(name);
  const bodies: string[] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    for await (const part of request) bodies.push(String(part));
    response.end();
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/`, ca: cert, bodies };
}

test.each<[string, string, "trusted" | "unknown", object, number]>([
  ["of an authority that is known is accepted", "localhost", "trusted", { state: "delivered", status: 200 }, 1],
  [
    "of an authority that is not known is refused",
    "localhost",
    "unknown",
    { problem: "Its certificate or TLS is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)." },
    0,
  ],
  [
    "of another name is refused",
    "other.example.com",
    "trusted",
    { problem: "Its certificate or TLS is not accepted (ERR_TLS_CERT_ALTNAME_INVALID)." },
    0,
  ],
])("a certificate %s", async (_, name, known, expected, taken) => {
  const [shop, { url, ca, bodies }] = [await openShop(), await startSecureReceiver(name)];
  const endpoint = await save(shop, url, { types: ["menus.changed"] });
  await tell(shop, "main");
  await startSending(known === "trusted" ? { ca } : {}).run(shop);

  expect((await deliveriesOf(shop, endpoint))[0]).toMatchObject(expected);
  expect(bodies).toHaveLength(taken);
});
