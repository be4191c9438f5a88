import { isNullable, type Schema, typesOf } from "../../api/schema.ts";
import { lastStep, namedBy } from "./references.ts";

/** How an argument is filled in. Each kind has a widget of its own. */
export type Kind =
  | "choice"
  | "chosen"
  | "flag"
  | "yes-no"
  | "number"
  | "text"
  | "long-text"
  | "sheet"
  | "date"
  | "texts"
  | "reference"
  | "references"
  | "picture"
  | "pictures"
  | "object"
  | "list"
  | "map"
  | "json";

/** An argument, or a member of one. */
export interface Argument {
  name: string;
  /** Where it is in the arguments of its operation, without positions in lists: `items.quantity`. */
  path: string;
  schema: Schema;
  isRequired: boolean;
}

/** Those that are not sent mean no. All others that are not sent mean "as it is", or "all". */
const FLAGS = [
  "all",
  "ready",
  "take_back",
  "skip_changed",
  "summary",
  "compare",
  "revoked",
  "with_contact",
  "to_call",
  "to_ship",
  "owed",
];

/** Objects whose members have names that people choose, and texts as values. */
const MAPS = ["contact_info", "social_links", "shipping_address"];

/** Texts that are the address of a picture. */
const PICTURES = ["image_url", "featured_image", "logo_url"];

const LONG_TEXT = 500;
const ONE_LINE = /(url|image|address|code)$/;
const DATE = /\bISO (date|time)\b|\b[Aa] date (includes|means)\b/;

/** The kind of an argument, by its schema; of texts, also by what they name. */
export function kindOf(operation: string, { name, path, schema }: Argument): Kind {
  if (schema.enum) return "choice";
  const types = typesOf(schema);
  if (types.includes("array")) return types.length > 1 ? "json" : kindOfList(operation, path, schema);
  if (types.includes("object")) return kindOfObject(name, schema);
  if (types.includes("boolean")) return FLAGS.includes(name) ? "flag" : "yes-no";
  if (types.includes("number") || types.includes("integer")) return "number";
  return types.includes("string") ? kindOfText(operation, path, schema) : "json";
}

function kindOfList(operation: string, path: string, { items = {} }: Schema): Kind {
  if (items.enum) return "chosen";
  if (items.properties?.url && items.properties.alt) return "pictures";
  if (items.properties || isRecursive(path)) return "list";
  if (!typesOf(items).includes("string")) return "json";
  return namedBy(operation, path) ? "references" : "texts";
}

function kindOfObject(name: string, { properties, patternProperties }: Schema): Kind {
  if (properties) return "object";
  return patternProperties || MAPS.includes(name) ? "map" : "json";
}

function kindOfText(operation: string, path: string, { maxLength = 0, description = "" }: Schema): Kind {
  const name = lastStep(path);
  if (namedBy(operation, path)) return "reference";
  if (name === "csv") return "sheet";
  if (PICTURES.includes(name)) return "picture";
  if (DATE.test(description) || /_at$|^day$/.test(name)) return "date";
  return maxLength >= LONG_TEXT && !ONE_LINE.test(name) ? "long-text" : "text";
}

/** Lists whose members are as the members of the list around it: the schema says that once. */
const isRecursive = (path: string): boolean => path.endsWith(".children");

/** The members of an object, or of the objects of a list, in the order of the schema. */
export function membersOf({ path, schema }: Argument, around?: Schema): Argument[] {
  const one = schema.items ?? schema;
  const { properties = {}, required = [] } = one.properties || !isRecursive(path) ? one : (around ?? {});
  return Object.entries(properties).map(([name, member]) => ({
    name,
    path: `${path}.${name}`,
    schema: member,
    isRequired: required.includes(name),
  }));
}

/** The schema of what stands under each name of an object whose names people choose. */
export const valueSchemaOf = ({ patternProperties }: Schema): Schema =>
  Object.values(patternProperties ?? {})[0] ?? { type: "string" };

/** Whether an argument may be sent empty, so that what was there goes. */
export const canBeEmptied = ({ schema, isRequired }: Argument): boolean => isNullable(schema) && !isRequired;
