import type { LookupFunction } from "node:net";
import { describe, expect, test } from "vitest";
import { openShop } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { deliveriesOf, refused, SECOND, save, startReceiver, startSending, tell } from "./scene.ts";

const PUBLIC = "must name a host of the public internet, such as example.com, and no IP address";

/** What merchants read when they save an address that webhooks are not sent to. */
const REFUSED_WHEN_SAVED: [form: string, address: string, message: string][] = [
  ["no address", "example.com", "must be an address such as https://example.com/path"],
  ["http", "http://example.com/", "must begin with https://"],
  ["another protocol", "ftp://example.com/", "must begin with https://"],
  ["a file", "file:///etc/passwd", "must begin with https://"],
  ["a user", "https://user@example.com/", "must not hold a user or a password"],
  ["a password", "https://user:password@example.com/", "must not hold a user or a password"],
  ["another port", "https://example.com:6379/", "must have one of the ports 443, 8443"],
  ["this machine", "https://localhost/", PUBLIC],
  ["a name without a domain", "https://intranet/", PUBLIC],
  ["loopback", "https://127.0.0.1/", PUBLIC],
  ["loopback, short", "https://127.1/", PUBLIC],
  ["loopback, decimal", "https://2130706433/", PUBLIC],
  ["loopback, hexadecimal", "https://0x7f000001/", PUBLIC],
  ["loopback, octal", "https://017700000001/", PUBLIC],
  ["loopback, IPv6", "https://[::1]/", PUBLIC],
  ["loopback, mapped", "https://[::ffff:127.0.0.1]/", PUBLIC],
  ["private", "https://10.0.0.1/", PUBLIC],
  ["metadata", "https://169.254.169.254/latest/meta-data/", PUBLIC],
];

/** Where a name must not lead, whatever it is called. */
const REFUSED_WHEN_CONNECTING: [form: string, address: string][] = [
  ["loopback", "127.0.0.1"],
  ["loopback, another", "127.8.8.8"],
  ["unspecified", "0.0.0.0"],
  ["private, class A", "10.1.2.3"],
  ["private, class B", "172.16.0.1"],
  ["private, class C", "192.168.1.1"],
  ["link-local, metadata", "169.254.169.254"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["multicast", "224.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["documentation", "192.0.2.1"],
  ["benchmarks", "198.18.0.1"],
  ["IPv6 loopback", "::1"],
  ["IPv6 unspecified", "::"],
  ["IPv6 link-local", "fe80::1"],
  ["IPv6 unique local, metadata", "fd00:ec2::254"],
  ["IPv6 multicast", "ff02::1"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["mapped private", "::ffff:10.0.0.1"],
  ["translated loopback (NAT64)", "64:ff9b::7f00:1"],
  ["translated private (6to4)", "2002:a00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
];

/** A look-up of names that answers one address after the other, the last again and again. */
const leadsTo = (...addresses: string[]): LookupFunction => {
  let nth = 0;
  return (_hostname, options, found) => {
    const address = addresses[Math.min(nth++, addresses.length - 1)] as string;
    const family = address.includes(":") ? 6 : 4;
    if (options.all) found(null, [{ address, family }]);
    else found(null, address, family);
  };
};

describe("an address is refused when it is saved", () => {
  test.each(REFUSED_WHEN_SAVED)("%s: %s", async (_, address, message) => {
    const shop = await openShop();
    const { problem } = await call(shop, "webhooks_save", { address, types: ["orders.*"] });

    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "address", message }] });
  });

  test("of this machine by its name alone: another port, http and IP addresses stay refused elsewhere", async () => {
    const shop = await openShop();
    for (const address of ["http://example.com/", "https://10.0.0.1/", "http://127.0.0.1.example.com/"]) {
      expect(await refused(shop, "webhooks_save", { address, types: ["orders.*"] })).toMatchObject({
        code: "invalid_value",
      });
    }
  });
});

describe("a connection is refused", () => {
  test.each(REFUSED_WHEN_CONNECTING)("to %s: %s", async (_, address) => {
    const shop = await openShop();
    const endpoint = await save(shop, "https://receiver.example.com/", { types: ["menus.changed"] });
    await tell(shop, "main");
    await startSending({ lookup: leadsTo(address) }, { toThisMachine: false }).run(shop);

    expect((await deliveriesOf(shop, endpoint))[0]).toMatchObject({
      state: "waiting",
      attempts: 1,
      problem: "The address does not lead to the public internet.",
    });
  });

  test("to where a name leads after it has changed", async () => {
    const [shop, receiver] = [await openShop(), await startReceiver()];
    const endpoint = await save(shop, receiver.url.replace("127.0.0.1", "localhost"), { types: ["menus.changed"] });
    const sending = startSending({ lookup: leadsTo("127.0.0.1", "10.0.0.1") });
    await tell(shop, "main");
    await sending.run(shop);
    await tell(shop, "main");
    sending.pass(SECOND);
    await sending.run(shop);

    expect(receiver.got).toHaveLength(1);
    expect(await deliveriesOf(shop, endpoint)).toMatchObject([
      { state: "delivered" },
      { state: "waiting", problem: "The address does not lead to the public internet." },
    ]);
  });

  test("when one of several addresses is not public", async () => {
    const shop = await openShop();
    const endpoint = await save(shop, "https://receiver.example.com/", { types: ["menus.changed"] });
    const lookup: LookupFunction = (_hostname, _options, found) =>
      found(null, [
        { address: "192.168.0.1", family: 4 },
        { address: "93.184.215.14", family: 4 },
      ]);
    await tell(shop, "main");
    await startSending({ lookup }, { toThisMachine: false }).run(shop);

    expect((await deliveriesOf(shop, endpoint))[0].problem).toBe("The address does not lead to the public internet.");
  });
});
