import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tokenSecrets } from "../../src/customers/customers.ts";
import { temporaryFolder } from "../cli/hanout.ts";

const FILE = "customer-token.key";

describe("the key of customers' tokens", () => {
  test("is what is set, and then nothing is kept", () => {
    const folder = temporaryFolder();

    expect([tokenSecrets(["new", "old"], folder), readdirSync(folder)]).toEqual([["new", "old"], []]);
  });

  test("is else made once, for its owner's eyes, in a folder that need not be there", () => {
    const folder = join(temporaryFolder(), "not", "there");
    const [made = ""] = tokenSecrets([], folder);

    expect(made.length).toBeGreaterThanOrEqual(32);
    expect(tokenSecrets([], folder)).toEqual([made]);
    expect([readdirSync(folder), statSync(join(folder, FILE)).mode & 0o777]).toEqual([[FILE], 0o600]);
    expect(tokenSecrets([], temporaryFolder())).not.toEqual([made]);
  });

  test.each(["", "\n", "short"])("is not taken from a damaged file that holds %j", (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, FILE), text);

    expect(() => tokenSecrets([], folder)).toThrow(/is damaged; delete the file/);
    expect(readFileSync(join(folder, FILE), "utf8")).toBe(text);
  });
});
