import type { Keyring } from "../src/keys/keys.ts";
import { agentGuidance } from "../src/merchant-operations/guidance.ts";
import { merchantCatalogue } from "../src/merchant-operations/operations.ts";
import { ConfirmTokens } from "../src/operations/confirm.ts";
import type { Operation } from "../src/operations/operation.ts";
import { reportTable } from "./report-table.ts";

/** The document with its generated parts made anew from the tables the endpoint is made from. */
export function mcpDocument(document: string): string {
  const { operations, resources } = merchantCatalogue({} as Keyring, new ConfirmTokens([], {}));
  const resourceTable = [
    "| resource | |",
    "|---|---|",
    ...resources.map(({ uri, description }) => `| \`${uri}\` | ${description} |`),
    "",
    "| prompt | arguments | |",
    "|---|---|---|",
    ...agentGuidance.prompts.map(({ name, args, description }) => {
      const names = args.map((arg) => `\`${arg.name}\`${arg.required ? "" : "?"}`).join(", ");
      return `| \`${name}\` | ${names} | ${description} |`;
    }),
  ];
  const parts = {
    reports: reportTable(),
    offer: resourceTable.join("\n"),
    tools: operations.map(describe).join("\n\n"),
  };
  return Object.entries(parts).reduce((made, [part, text]) => replaced(made, part, text), document);
}

function replaced(document: string, part: string, text: string): string {
  const [start, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  return `${document.split(start)[0]}${start}\n\n${text}\n\n${end}${document.split(end)[1]}`;
}

const EFFECTS = { read: "changes nothing", write: "changes", destroy: "cannot be undone" };

function describe({ name, title, description, area, effect, input, example }: Operation): string {
  const scope = effect === "read" ? `\`read\` or \`${area}\`` : `\`${area}\``;
  const required = new Set(input.required ?? []);
  const rows = Object.entries(input.properties).map(
    ([argument, schema]: [string, Shape]) =>
      `| \`${argument}\`${required.has(argument) ? " *" : ""} | ${typeOf(schema)} | ${schema.description ?? ""} |`,
  );
  const table = rows.length > 0 ? ["| argument (\\* required) | | |", "|---|---|---|", ...rows, ""] : [];
  return [
    `### \`${name}\``,
    "",
    `**${title}.** ${description} *${EFFECTS[effect]}; scope ${scope}*`,
    "",
    ...table,
    "```json",
    JSON.stringify(example, null, 2),
    "```",
  ].join("\n");
}

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
