import { as, commonTablesOf, type Kind, listOf, type Node, statementOf } from "./syntax.ts";

/** A table that a level reads or writes, and its name there. */
export interface Range {
  table: string;
  name: string;
}

/** A `select`, `insert`, `update` or `delete`: the statement itself, or a part of it with a `from` of its own. */
export interface Level {
  kind: Kind;
  body: Node;
  /** The tables of its `from`, and the table that an `update` or `delete` writes; no common table expressions. */
  ranges: Range[];
  joins: Node[];
  /** What `where` and the joins demand, taken apart at each `and`. */
  conditions: Node[];
  /** "the statement", "the common table lines", "a subquery of the statement". */
  place: string;
}

/** Where a node is, and which names are common table expressions there. */
interface Scope {
  place: string;
  commonTables: ReadonlySet<string>;
}

/** Every level of a statement, the outermost first. The sides of a `union` are levels of the same place. */
export const levelsOf = (statement: Node): Level[] =>
  levelsBelow(statement, { place: "the statement", commonTables: new Set() });

/** The place of the `select` that an `insert` writes. */
export const placeOfSource = (place: string): string => `the source of ${place}`;

function levelsBelow(node: unknown, scope: Scope): Level[] {
  if (typeof node !== "object" || node === null) return [];
  const found = statementOf(node);
  if (found) return levelsOfStatement(found, scope);
  return Object.values(node).flatMap((child) => levelsBelow(child, scope));
}

function levelsOfStatement({ kind, body }: { kind: Kind; body: Node }, { place, commonTables }: Scope): Level[] {
  const own = commonTablesOf(body);
  const inside = new Set([...commonTables, ...own.map(({ name }) => name)]);
  const { withClause, larg, rarg, selectStmt, ...rest } = body;
  const sides = [larg, rarg].filter((side) => side !== undefined) as Node[];
  return [
    ...(sides.length > 0 ? [] : [levelOf(kind, body, { place, commonTables: inside })]),
    ...own.flatMap(({ name, query }) =>
      levelsBelow(query, { place: `the common table ${name}`, commonTables: inside }),
    ),
    ...sides.flatMap((side) => levelsOfStatement({ kind, body: side }, { place, commonTables: inside })),
    ...levelsBelow(selectStmt, { place: placeOfSource(place), commonTables: inside }),
    ...levelsBelow(rest, { place: `a subquery of ${place}`, commonTables: inside }),
  ];
}

function levelOf(kind: Kind, body: Node, { place, commonTables }: Scope): Level {
  const from = [...listOf(body.fromClause), ...listOf(body.usingClause)];
  const written = kind === "update" || kind === "delete" ? [{ RangeVar: body.relation }] : [];
  const joins = from.flatMap(joinsOf);
  return {
    kind,
    body,
    ranges: [...written, ...from].flatMap(rangesOf).filter(({ table }) => !commonTables.has(table)),
    joins,
    conditions: [body.whereClause, ...joins.map(({ quals }) => quals)].flatMap(conjunctsOf),
    place,
  };
}

function joinsOf(item: Node): Node[] {
  const join = as("JoinExpr", item);
  return join ? [join, ...sidesOf(join).flatMap(joinsOf)] : [];
}

const sidesOf = ({ larg, rarg }: Node): Node[] => [larg as Node, rarg as Node];

function rangesOf(item: Node): Range[] {
  const join = as("JoinExpr", item);
  if (join) return sidesOf(join).flatMap(rangesOf);
  const range = as("RangeVar", item);
  if (!range) return [];
  const table = String(range.relname);
  return [{ table, name: String((range.alias as Node | undefined)?.aliasname ?? table) }];
}

function conjunctsOf(condition: unknown): Node[] {
  if (!condition) return [];
  const and = as("BoolExpr", condition);
  return and?.boolop === "AND_EXPR" ? listOf(and.args).flatMap(conjunctsOf) : [condition as Node];
}
