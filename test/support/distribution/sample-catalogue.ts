import type { Catalogue } from "./catalogue.ts";
import type { Finding } from "./finding.ts";
import { findingsInFunctions } from "./function-bodies.ts";
import { findingsOf } from "./statement-rules.ts";

const SAMPLE: Catalogue = {
  distributed: new Set(["products", "variants", "orders", "order_items", "carts", "cart_items", "categories"]),
  reference: new Set(["sites", "api_keys"]),
  local: new Set(["changes", "schema_version"]),
  mutable: new Set(["jsonb_build_object", "now", "timezone", "to_char", "clock_timestamp", "random"]),
  volatile: new Set(["clock_timestamp", "random"]),
  reading: new Set(["products_with_keys"]),
};

const inLines = (findings: Finding[]): string[] => findings.map(({ rule, place }) => `${rule}: ${place}`);

/** What breaks a rule in a text, a line each, in a database with a few tables and functions. */
export const sampleFindings = (text: string): string[] => inLines(findingsOf(text, SAMPLE));

/** The same of the body of a function. */
export const functionFindings = (definition: string): string[] => inLines(findingsInFunctions([definition], SAMPLE));
