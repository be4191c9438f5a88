import type { Driver } from "../src/db/database.ts";
import {
  type Catalogue,
  type Column,
  type Policy,
  readCatalogue,
  type SqlFunction,
  type Table,
} from "./read-catalogue.ts";

const HEADER = `-- The schema after all migrations, as the database's own catalogue describes it. \`npm run docs\` writes this file, and a
-- test compares it with the database. It is for reading; the files in migrations/ make the schema and say why.
`;

/**
 * The schema of the database as one SQL script: extensions, roles and functions, then one table after another, each
 * with its columns, keys, checks, indexes, policies, triggers and grants. The text is the same on PostgreSQL and PGlite.
 * Throws Error when the database has something that the document has no place for.
 */
export async function schemaDocument(driver: Driver): Promise<string> {
  const catalogue = await readCatalogue(driver);
  const tables = inOrderOfReference(catalogue.tables);
  return [HEADER, ...beforeTables(catalogue), ...tables.map(describeTable), ...afterTables(catalogue)].join("\n");
}

const beforeTables = ({ extensions, roles, schemaGrants, functions }: Catalogue): string[] => [
  ...extensions.map((name) => `create extension ${name};`),
  ...roles.map((name) => `create role ${name} nologin;`),
  ...schemaGrants.map(({ privileges, role }) => `grant ${privileges} on schema public to ${role};`),
  "",
  ...functions.filter(({ isDefiner }) => !isDefiner).map(describeFunction),
];

/** Functions that read tables, and what holds for tables that are made later and must not reach the ones above. */
const afterTables = ({ functions, defaultGrants }: Catalogue): string[] => [
  ...functions.filter(({ isDefiner }) => isDefiner).map(describeFunction),
  ...defaultGrants.map(
    ({ privileges, role }) => `alter default privileges in schema public grant ${privileges} on tables to ${role};\n`,
  ),
];

function describeFunction({ signature, definition, isPublic, grants }: SqlFunction): string {
  return [
    bodyOf(definition),
    ...(isPublic ? [] : [`revoke execute on function ${signature} from public;`]),
    ...grants.map(({ privileges, role }) => `grant ${privileges} on function ${signature} to ${role};`),
    "",
  ].join("\n");
}

function bodyOf(definition: string): string {
  return inCode(shortened(definition), (code) => code.replace(/ (?=(from|union all|where) )/g, "\n    "))
    .replace("create or replace function public.", "create function ")
    .replace(/\s+returns /, " returns ")
    .replace(/^ (?=language|stable|immutable)/gm, "  ")
    .replaceAll("$function$", "$$$$")
    .trim()
    .concat(";");
}

/** Tables by name, each after those that its foreign keys point to. */
function inOrderOfReference(tables: Table[]): Table[] {
  const ordered = new Set<Table>();
  const add = (table: Table) => {
    for (const other of tables) if (table.references.includes(other.name) && !ordered.has(other)) add(other);
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}

function describeTable(table: Table): string {
  const { name, columns, constraints, indexes, policies, triggers, grants } = table;
  const parts = [...alignColumns(columns), ...constraints.map(shortened)];
  return [
    `create table ${name} (`,
    ...parts.map((part, i) => `  ${part}${i < parts.length - 1 ? "," : ""}`),
    ");",
    ...commentsOf(table),
    ...indexes.map((index) => `${shortened(index)};`),
    ...(table.isSecured ? [`alter table ${name} enable row level security;`] : []),
    ...(table.isForced ? [`alter table ${name} force row level security;`] : []),
    ...policies.map((policy) => describePolicy(name, policy)),
    ...triggers.map((trigger) => `${shortened(trigger)};`),
    ...grants.map(({ privileges, role }) => `grant ${privileges} on ${name} to ${role};`),
    "",
  ].join("\n");
}

/** One line a column, the types and what follows them in columns of text. */
function alignColumns(columns: Column[]): string[] {
  const rows = columns.map((column) => [column.name, typeOf(column), detailsOf(column)] as const);
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const typeWidth = Math.max(...rows.map(([, type]) => type.length));
  return rows.map(([name, type, details]) =>
    `${name.padEnd(nameWidth)}  ${type.padEnd(typeWidth)}  ${details}`.trimEnd(),
  );
}

const typeOf = ({ type, collation }: Column): string => {
  const short = type.replace("timestamp with time zone", "timestamptz");
  return collation ? `${short} collate ${collation}` : short;
};

function detailsOf({ isRequired, expression, isGenerated }: Column): string {
  const value = shortened(expression ?? "");
  return [
    ...(isRequired ? ["not null"] : []),
    ...(isGenerated ? [`generated always as (${value}) stored`] : value ? [`default ${value}`] : []),
  ].join(" ");
}

function commentsOf({ name, comment, columns }: Table): string[] {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return [
    ...(comment ? [`comment on table ${name} is ${quoted(comment)};`] : []),
    ...columns.flatMap((column) =>
      column.comment ? [`comment on column ${name}.${column.name} is ${quoted(column.comment)};`] : [],
    ),
  ];
}

function describePolicy(table: string, { name, isPermissive, command, roles, using, check }: Policy): string {
  return [
    `create policy ${name} on ${table}`,
    ...(isPermissive ? [] : ["as restrictive"]),
    ...(command === "all" ? [] : [`for ${command}`]),
    ...(roles ? [`to ${roles}`] : []),
    ...(using ? [`using (${shortened(using)})`] : []),
    ...(check ? [`with check (${shortened(check)})`] : []),
  ]
    .join(" ")
    .concat(";");
}

const QUOTED = /(\$\w*\$[\s\S]*?\$\w*\$|'(?:[^']|'')*'|"(?:[^"]|"")*")/;

/** Changes the parts of some SQL that are not quoted. */
const inCode = (sql: string, change: (code: string) => string): string =>
  sql
    .split(QUOTED)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join("");

/** SQL as the migrations spell it: keywords in lower case, without the default index type and casts of text to text. */
const shortened = (sql: string): string =>
  inCode(sql, (code) => code.toLowerCase().replace(" using btree ", " ")).replace(/'::text(?!\[)/g, "'");
