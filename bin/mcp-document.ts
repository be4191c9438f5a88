import { countTokens } from "gpt-tokenizer";
import { includedIn, SCOPES, type Scope } from "../src/core/scopes.ts";
import type { CustomerTokens } from "../src/customers/customers.ts";
import type { Keyring } from "../src/keys/keys.ts";
import { toolList } from "../src/mcp/tool-list.ts";
import { agentGuidance } from "../src/merchant-operations/guidance.ts";
import { merchantCatalogue } from "../src/merchant-operations/operations.ts";
import { ConfirmTokens } from "../src/operations/confirm.ts";
import { type ArgumentNeed, isTool, type Operation, scopesOf } from "../src/operations/operation.ts";
import { reportTable } from "./report-table.ts";

/** The document with its generated parts made anew from the tables the endpoint is made from. */
export function mcpDocument(document: string): string {
  const { operations: all, resources } = merchantCatalogue(
    {} as Keyring,
    {} as CustomerTokens,
    new ConfirmTokens([], {}),
  );
  const operations = all.filter(isTool);
  const resourceTable = [
    "| resource | scope | |",
    "|---|---|---|",
    ...resources.map(
      (resource) =>
        `| \`${resource.uri}\` | ${scopeNames(scopesOf({ ...resource, effect: "read" }))} | ${resource.description} |`,
    ),
    "",
    "| prompt | arguments | |",
    "|---|---|---|",
    ...agentGuidance.prompts.map(({ name, args, description }) => {
      const names = args.map((arg) => `\`${arg.name}\`${arg.required ? "" : "?"}`).join(", ");
      return `| \`${name}\` | ${names} | ${description} |`;
    }),
  ];
  const parts = {
    scopes: scopeTable(operations),
    reports: reportTable(),
    offer: resourceTable.join("\n"),
    tools: operations.map(describe).join("\n\n"),
  };
  return Object.entries(parts).reduce((text, [part, generated]) => replaced(text, part, generated), document);
}

/** What each scope opens, and what the list of its tools costs an agent. */
function scopeTable(operations: Operation[]): string {
  const tokensOf = (scopes: readonly Scope[]) =>
    countTokens(JSON.stringify({ tools: toolList(operations, { scopes }) })).toLocaleString("en");
  return [
    "| scope | tools | tokens of `tools/list` |",
    "|---|---|---|",
    ...SCOPES.map((scope) => `| \`${scope}\` | ${toolsOf(operations, scope)} | ${tokensOf([scope])} |`),
    `| all | all ${operations.length} | ${tokensOf(SCOPES)} |`,
  ].join("\n");
}

function toolsOf(operations: Operation[], scope: Scope): string {
  const own = operations.filter((one) => scopesOf(one).includes(scope)).map(({ name }) => `\`${name}\``);
  return [...includedIn(scope).map((one) => `those of \`${one}\``), ...own].join(", ");
}

function replaced(document: string, part: string, text: string): string {
  const [start, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  return `${document.split(start)[0]}${start}\n\n${text}\n\n${end}${document.split(end)[1]}`;
}

const scopeNames = (scopes: readonly Scope[]): string => scopes.map((scope) => `\`${scope}\``).join(" or ");

const scopeText = (operation: Operation): string =>
  operation.area === "any" ? "any scope that it is about" : `scope ${scopeNames(scopesOf(operation))}`;

const effectText = ({ effect, notUndoable }: Operation): string =>
  effect === "read" ? "changes nothing" : notUndoable === undefined ? "can be undone" : "cannot be undone";

/** Arguments that mean the same in every tool: the document explains them once. */
const COMMON = new Set([
  "dry_run",
  "confirm_token",
  "idempotency_key",
  "expected_updated_at",
  "cursor",
  "response_format",
]);

/** A tool: what it does, a line for each argument that needs words, one line for the others, and an example. */
function describe(operation: Operation): string {
  const { name, title, description, input, example, needs = {} } = operation;
  const own = Object.entries(input.properties as Record<string, Shape>)
    .filter(([argument]) => !COMMON.has(argument))
    .map(([argument, schema]) => ({
      text: `\`${argument}\`${input.required?.includes(argument) ? "\\*" : ""} (${typeOf(schema)})`,
      words: wordsOn(schema, needs[argument]),
    }));
  const plain = own.filter(({ words }) => words === "").map(({ text }) => text);
  const common = Object.keys(input.properties).filter((argument) => COMMON.has(argument));
  const facts = [effectText(operation), scopeText(operation), ...(common.length > 0 ? [`takes ${names(common)}`] : [])];
  return [
    `### \`${name}\``,
    `**${title}.** ${description} *${facts.join("; ")}*`,
    ...own.filter(({ words }) => words !== "").map(({ text, words }) => `- ${text}: ${words}`),
    ...(plain.length > 0 ? [`- ${plain.join(", ")}`] : []),
    `- Example: \`${JSON.stringify(example)}\``,
  ].join("\n");
}

const names = (listed: readonly string[]): string => listed.map((one) => `\`${one}\``).join(", ");

const wordsOn = ({ description = "" }: Shape, need?: ArgumentNeed): string =>
  need
    ? `${description} ${need.unless ? `(if it is not ${need.unless.is}: \`${need.scope}\`)` : `(\`${need.scope}\`)`}`.trim()
    : description;

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  items?: Shape;
  description?: string;
}

function typeOf({ type, enum: values, items }: Shape): string {
  if (values) return values.map((value) => `\`${value}\``).join(", ");
  const name = [type ?? "any"].flat().join(" or ");
  return items ? `list of ${items.enum ? typeOf(items) : [items.type ?? "any"].flat().join(" or ")}` : name;
}
