import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { InvalidSetting, listOf, readSettings, Settings } from "../../src/config.ts";
import { temporaryFolder } from "./hanout.ts";

const home = process.cwd();
afterEach(() => process.chdir(home));

describe("settings", () => {
  test("have valid defaults", () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      DATA_DIR: join(home, "data"),
      DATABASE_URL: "",
      CORS_ORIGINS: "*",
    });
  });

  test("are read from the environment, and an empty value counts as not set", () => {
    expect(
      readSettings({ PORT: "8080", ALLOW_EMBEDDED_DATABASE: "true", HOST: "", REQUEST_TIMEOUT_SECONDS: "0.5" }),
    ).toMatchObject({
      PORT: 8080,
      ALLOW_EMBEDDED_DATABASE: true,
      HOST: "127.0.0.1",
      REQUEST_TIMEOUT_SECONDS: 0.5,
    });
  });

  test("are read from .env too, and the environment overrides them", () => {
    process.chdir(temporaryFolder());
    writeFileSync(".env", "PORT=4000\nLOG_LEVEL=warn\n# HOST=x\n");

    expect(readSettings({ PORT: "5000" })).toMatchObject({ PORT: 5000, LOG_LEVEL: "warn", HOST: "127.0.0.1" });
  });

  test("are read from the files that _FILE names, without the break at their end", () => {
    const file = join(temporaryFolder(), "database_url");
    writeFileSync(file, "postgres://hanout:secret@database/hanout\n");

    expect(readSettings({ DATABASE_URL_FILE: file })).toMatchObject({
      DATABASE_URL: "postgres://hanout:secret@database/hanout",
    });
    expect(readSettings({ DATABASE_URL_FILE: file, DATABASE_URL: "postgres://other/one" }).DATABASE_URL).toBe(
      "postgres://other/one",
    );
    expect(() => readSettings({ SMTP_URL_FILE: `${file}.missing` })).toThrow(
      "The file of SMTP_URL_FILE cannot be read",
    );
  });

  test.each([
    ["PORT", "http", "The setting PORT is not valid: it must be integer."],
    ["PORT", "70000", "The setting PORT is not valid: it must be <= 65535."],
    [
      "LOG_LEVEL",
      "loud",
      "The setting LOG_LEVEL is not valid: it must be equal to one of the allowed values (fatal, error, warn, info, debug, trace, silent).",
    ],
    ["DATABASE_URL", "mysql://x", "The setting DATABASE_URL is not valid: it must match pattern"],
    ["BODY_LIMIT_BYTES", "0", "The setting BODY_LIMIT_BYTES is not valid: it must be >= 1."],
    ["ALLOW_EMBEDDED_DATABASE", "maybe", "The setting ALLOW_EMBEDDED_DATABASE is not valid: it must be boolean."],
    ["PUBLIC_URL", "example.com", "The setting PUBLIC_URL is not valid"],
  ])("refuse %s=%s in one sentence", (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(InvalidSetting);
    expect(() => readSettings({ [name]: value })).toThrow(sentence);
  });

  test.each([
    [{ SMTP_URL: "mail.example.com" }, "The setting SMTP_URL is not valid"],
    [{ SMTP_URL: "smtp://user:p@ss:word@[host" }, "must be percent-encoded"],
    [{ SMTP_URL: "smtps://mail.example.com" }, "MAIL_FROM must be an e-mail address"],
    [{ SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "Shop <shop@example.com>" }, "MAIL_FROM must be an e-mail"],
  ])("refuse a mail server that cannot be used: %j", (given, sentence) => {
    expect(() => readSettings(given)).toThrow(InvalidSetting);
    expect(() => readSettings(given)).toThrow(sentence);
  });

  test("take a mail server with the address that mails come from", () => {
    const given = {
      SMTP_URL: "smtp://user:p%40ss@mail.example.com:587?requireTLS=true",
      MAIL_FROM: "shop@example.com",
    };
    expect(readSettings(given)).toMatchObject(given);
  });

  test("refuse the embedded database in production unless it is explicitly allowed", () => {
    expect(() => readSettings({ NODE_ENV: "production" })).toThrow(
      "In production DATABASE_URL must name a PostgreSQL server",
    );
    const production = { NODE_ENV: "production", CUSTOMER_TOKEN_KEYS: "a secret of thirty-two characters or more" };
    expect(readSettings({ ...production, ALLOW_EMBEDDED_DATABASE: "true" }).DATABASE_URL).toBe("");
    expect(readSettings({ ...production, DATABASE_URL: "postgres://h/d" }).DATABASE_URL).toBe("postgres://h/d");
  });

  test("refuse to sign customers' tokens in production without a key, and everywhere with a weak key", () => {
    const sentence = "In production CUSTOMER_TOKEN_KEYS must hold a secret";
    expect(() => readSettings({ NODE_ENV: "production", DATABASE_URL: "postgres://h/d" })).toThrow(sentence);
    expect(() => readSettings({ NODE_ENV: "production", ALLOW_EMBEDDED_DATABASE: "true" })).toThrow(sentence);
    expect(() => readSettings({ CUSTOMER_TOKEN_KEYS: `${"x".repeat(32)},short` })).toThrow(/at least 32 characters/);
  });

  test("refuse webhooks to the server's own machine in production", () => {
    const production = {
      NODE_ENV: "production",
      DATABASE_URL: "postgres://h/d",
      CUSTOMER_TOKEN_KEYS: "a secret of thirty-two characters or more",
    };
    expect(() => readSettings({ ...production, WEBHOOKS_TO_THIS_MACHINE: "true" })).toThrow(
      "In production WEBHOOKS_TO_THIS_MACHINE must be false",
    );
    expect(readSettings({ WEBHOOKS_TO_THIS_MACHINE: "true" }).WEBHOOKS_TO_THIS_MACHINE).toBe(true);
  });

  test("are split at commas into lists", () => {
    expect([listOf("a, b,,c "), listOf("")]).toEqual([["a", "b", "c"], []]);
  });

  test("are all documented, with their defaults", () => {
    const document = readFileSync("docs/configuration.md", "utf8");
    const example = readFileSync(".env.example", "utf8");

    for (const [name, setting] of Object.entries(Settings.properties) as unknown as [
      string,
      { default: unknown; description: string },
    ][]) {
      const shown = setting.default === "" ? "" : `\`${setting.default}\``;
      expect(document, "run: npm run docs").toContain(`| \`${name}\` | ${shown} | ${setting.description} |`);
      expect(example, "run: npm run docs").toContain(`#${name}=${setting.default}\n`);
    }
  });
});
