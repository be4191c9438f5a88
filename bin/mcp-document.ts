import { countTokens } from "gpt-tokenizer";
import { SCOPES, type Scope } from "../src/core/scopes.ts";
import type { Keyring } from "../src/keys/keys.ts";
import { toolList } from "../src/mcp/tool-list.ts";
import { agentGuidance } from "../src/merchant-operations/guidance.ts";
import { merchantCatalogue } from "../src/merchant-operations/operations.ts";
import { ConfirmTokens } from "../src/operations/confirm.ts";
import { type ArgumentNeed, type Operation, scopesOf } from "../src/operations/operation.ts";
import { reportTable } from "./report-table.ts";

/** The document with its generated parts made anew from the tables the endpoint is made from. */
export function mcpDocument(document: string): string {
  const { operations, resources } = merchantCatalogue({} as Keyring, new ConfirmTokens([], {}));
  const resourceTable = [
    "| resource | scope | |",
    "|---|---|---|",
    ...resources.map(
      ({ uri, area, description }) => `| \`${uri}\` | \`${scopesOf({ area, effect: "read" })}\` | ${description} |`,
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
  const names = operations.filter((one) => scopesOf(one).includes(scope)).map(({ name }) => `\`${name}\``);
  const [area, kind] = scope.split(":");
  return [...(kind === "write" ? [`those of \`${area}:read\``] : []), ...names].join(", ");
}

function replaced(document: string, part: string, text: string): string {
  const [start, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  return `${document.split(start)[0]}${start}\n\n${text}\n\n${end}${document.split(end)[1]}`;
}

const scopeText = (operation: Operation): string =>
  operation.area === "any" ? "any scope that it is about" : `scope \`${scopesOf(operation).join(" or ")}\``;

const effectText = ({ effect, notUndoable }: Operation): string =>
  effect === "read" ? "changes nothing" : notUndoable === undefined ? "can be undone" : "cannot be undone";

function describe(operation: Operation): string {
  const { name, title, description, input, example, needs = {} } = operation;
  const required = new Set(input.required ?? []);
  const rows = Object.entries(input.properties).map(
    ([argument, schema]: [string, Shape]) =>
      `| \`${argument}\`${required.has(argument) ? " *" : ""} | ${typeOf(schema)} | ${wordsOn(schema, needs[argument])} |`,
  );
  const table = rows.length > 0 ? ["| argument (\\* required) | | |", "|---|---|---|", ...rows, ""] : [];
  return [
    `### \`${name}\``,
    "",
    `**${title}.** ${description} *${effectText(operation)}; ${scopeText(operation)}*`,
    "",
    ...table,
    "```json",
    JSON.stringify(example, null, 2),
    "```",
  ].join("\n");
}

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
