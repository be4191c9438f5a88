import { readFileSync } from "node:fs";
import { inject } from "vitest";
import { fill } from "../../starters/storefront/lib/fill.ts";
import type { Language } from "./opened.ts";

const FOLDER = new URL("../../starters/storefront/messages/", import.meta.url);

/** The texts of the shop in a language: `say("cart.title")`. Those that count give the form of `count`. */
export function textsIn(language: Language) {
  const files = ["common", "catalogue", "checkout", "account"].map((name) =>
    JSON.parse(readFileSync(new URL(`${language}/${name}.json`, FOLDER), "utf8")),
  );
  const sections = Object.assign({}, ...files);
  return (key: string, values: Record<string, string | number> = {}): string => {
    const [section = "", name = ""] = key.split(".");
    return fill(language, sections[section][name], values);
  };
}

/** Runs an operation of the merchant, and answers its data. */
// biome-ignore lint/suspicious/noExplicitAny: each operation answers something else.
export async function merchant(operation: string, body: object): Promise<any> {
  const { server, secretKey } = inject("storefront");
  const answer = await fetch(`${server}/api/v1/admin/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
  return answer.json();
}
