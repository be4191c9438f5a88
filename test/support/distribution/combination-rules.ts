import type { Catalogue } from "./catalogue.ts";
import type { Finding } from "./finding.ts";
import type { Level } from "./levels.ts";
import { functionName, type Node } from "./syntax.ts";
import { calledOf } from "./written-values.ts";

/** What breaks a rule in which tables and functions a statement uses together. */
export function badCombinations(statement: Node, levels: Level[], catalogue: Catalogue): Finding[] {
  const usesOf = (tables: ReadonlySet<string>) => levels.flatMap((level) => usesAt(level, tables));
  const usesDistributed = usesOf(catalogue.distributed).length > 0;
  const usesPlaced = usesDistributed || usesOf(catalogue.reference).length > 0;
  const changed = levels.filter(({ kind }) => kind === "update" || kind === "delete");
  return [
    ...(usesPlaced ? usesOf(catalogue.local) : []).map((place) => ({ rule: "usesLocalAlone" as const, place })),
    ...(usesDistributed ? changed.flatMap((level) => writesAt(level, catalogue.reference)) : []).map((place) => ({
      rule: "writesReferenceAlone" as const,
      place,
    })),
    ...(usesDistributed ? calledOf(statement, catalogue.reading) : []).map((call) => ({
      rule: "callsReadingAlone" as const,
      place: functionName(call),
    })),
  ];
}

/** Where a level reads or writes one of these tables. */
const usesAt = (level: Level, tables: ReadonlySet<string>): string[] => [
  ...(level.kind === "insert" ? writesAt(level, tables) : []),
  ...level.ranges.filter(({ table }) => tables.has(table)).map(({ table }) => `${table} in ${level.place}`),
];

function writesAt({ body, place }: Level, tables: ReadonlySet<string>): string[] {
  const table = String((body.relation as Node | undefined)?.relname);
  return tables.has(table) ? [`${table} in ${place}`] : [];
}
