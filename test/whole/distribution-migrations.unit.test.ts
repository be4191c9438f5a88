import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MIGRATION_RULES, migrationFindings } from "../support/distribution/migration-rules.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);

/** The first migration that may find a database distributed; there is none before the first release. */
const FIRST = "0002";

const files = readdirSync(FOLDER).filter((file) => file >= FIRST);

test.each(files)("%s runs on a database that is distributed", (file) => {
  const findings = migrationFindings(readFileSync(new URL(file, FOLDER), "utf8"));

  expect(findings.map(({ rule, table }) => `${table}: ${MIGRATION_RULES[rule]}`)).toEqual([]);
});

describe("the forms that Citus refuses, and the right ones", () => {
  test("a constraint that is added with something else", () => {
    const check = "add constraint positive check (total > 0) not valid";

    for (const wrong of [
      `${check}, ${check}`,
      `drop constraint positive, ${check}`,
      `add column note text, ${check}`,
    ]) {
      expect(findings(`alter table orders ${wrong}`)).toEqual(["addsConstraintAlone orders"]);
    }
    expect(findings(`alter table orders drop constraint a, drop constraint b; alter table orders ${check}`)).toEqual(
      [],
    );
    expect(findings("alter table orders validate constraint a, validate constraint b")).toEqual([]);
  });

  test("a column that is added with a key or a check", () => {
    for (const wrong of [
      "check (total > 0)",
      "unique",
      "primary key",
      "references sites",
      "default 0 check (total > 0)",
    ]) {
      expect(findings(`alter table orders add column total bigint ${wrong}`)).toEqual(["addsColumnBare orders"]);
    }
    expect(findings("alter table orders add column total bigint not null default 0, add column note text")).toEqual([]);
  });

  test("a table of stores that is not distributed, or refers to another before", () => {
    const create = "create table returns (site_id uuid, id uuid, primary key (site_id, id))";
    const refer = "alter table returns add foreign key (site_id) references sites";
    const distribute = "select distribute_table('returns')";

    expect(findings(`${create}; select distribute_table('orders')`)).toEqual(["distributesTable returns"]);
    expect(findings(`${create}; ${refer}; ${distribute}`)).toEqual(["refersWhenDistributed returns"]);
    expect(findings(`create table returns (site_id uuid references sites); ${distribute}`)).toEqual([
      "refersWhenDistributed returns",
    ]);
    expect(findings(`${create}; ${distribute}; ${refer}`)).toEqual([]);
    expect(findings("create table currencies (code text primary key)")).toEqual([]);
  });
});

const findings = (text: string): string[] => migrationFindings(text).map(({ rule, table }) => `${rule} ${table}`);
