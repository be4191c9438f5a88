import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tokenSecrets } from "../../src/customers/customers.ts";
import { temporaryFolder } from "../cli/hanout.ts";

const FILE = "customer-token.key";

describe("the key of customers' tokens", () => {
  test("is the configured key, if any; no file is written", () => {
    const folder = temporaryFolder();

    expect([tokenSecrets(["new", "old"], folder), readdirSync(folder)]).toEqual([["new", "old"], []]);
  });

  test("is otherwise generated once, in a file that only its owner can read; a missing folder is created", () => {
    const folder = join(temporaryFolder(), "not", "there");
    const [made = ""] = tokenSecrets([], folder);

    expect(made.length).toBeGreaterThanOrEqual(32);
    expect(tokenSecrets([], folder)).toEqual([made]);
    expect([readdirSync(folder), statSync(join(folder, FILE)).mode & 0o777]).toEqual([[FILE], 0o600]);
    expect(tokenSecrets([], temporaryFolder())).not.toEqual([made]);
  });

  test.each(["", "\n", "short"])("is not read from a damaged file that contains %j", (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, FILE), text);

    expect(() => tokenSecrets([], folder)).toThrow(/is damaged; delete the file/);
    expect(readFileSync(join(folder, FILE), "utf8")).toBe(text);
  });
});
