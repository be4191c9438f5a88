import type { Call } from "../call.ts";
import { printJson } from "../screen/output.ts";
import {
  backupCheck,
  clockCheck,
  connectionsCheck,
  policiesCheck,
  rolesCheck,
  spaceCheck,
  workCheck,
} from "./database.ts";
import type { Check, Finding, Scene } from "./finding.ts";
import { egressCheck, mailCheck, serverCheck } from "./network.ts";
import { settingsCheck, versionsCheck } from "./settings.ts";

const CHECKS: Record<string, Check> = {
  versions: versionsCheck,
  settings: settingsCheck,
  server: serverCheck,
  roles: rolesCheck,
  policies: policiesCheck,
  clock: clockCheck,
  space: spaceCheck,
  connections: connectionsCheck,
  backup: backupCheck,
  work: workCheck,
  egress: egressCheck,
  mail: mailCheck,
};

const MARKS = { ok: "ok   ", warn: "look ", wrong: "WRONG" } as const;

/** Looks at the installation; returns 1 when something is wrong. */
export async function doctor(call: Call, { egress, json }: { egress: string; json?: boolean }): Promise<number> {
  return call.withDatabase(async ({ database, migrated, url }) => {
    const scene: Scene = { settings: call.settings, database, migrated, url, egress };
    const found = await Promise.all(Object.entries(CHECKS).map(([name, check]) => look(name, check, scene)));
    const findings = found.flat();
    if (json) printJson(call.screen, findings);
    else for (const finding of findings) call.screen.print(inWords(finding));
    return findings.some(({ state }) => state === "wrong") ? 1 : 0;
  });
}

type Named = Finding & { check: string };

async function look(check: string, find: Check, scene: Scene): Promise<Named[]> {
  try {
    return (await find(scene)).map((finding) => ({ check, ...finding }));
  } catch (error) {
    return [{ check, state: "warn", says: `It could not be looked at: ${(error as Error).message}.` }];
  }
}

const inWords = ({ check, state, says, todo }: Named): string =>
  [`${MARKS[state]}  ${check.padEnd(12)}${says}`, ...(todo ? [`${" ".repeat(19)}-> ${todo}`] : [])].join("\n");
