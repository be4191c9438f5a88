import type { Use } from "../scene.ts";
import { CARTS } from "./carts.ts";
import { CASH } from "./cash.ts";
import { CATALOGUE } from "./catalogue.ts";
import { ARCHIVES } from "./commands/archives.ts";
import { COMMANDS } from "./commands/commands.ts";
import { EVENTS } from "./events.ts";
import { FILES } from "./files.ts";
import { FINDING } from "./finding.ts";
import { HANDOVER } from "./handover.ts";
import { JOBS } from "./jobs.ts";
import { MERCHANTS } from "./merchants.ts";
import { RETURNS } from "./returns.ts";
import { RISK } from "./risk.ts";
import { SHOPPERS } from "./shoppers.ts";
import { STAFF } from "./staff.ts";
import { TENANTS } from "./tenants.ts";
import { WEBHOOKS } from "./webhooks.ts";

/** Uses that together send every statement, by their names; in this order, since later ones change what earlier ones read. */
export const USES: Record<string, Use> = {
  ...CATALOGUE,
  ...SHOPPERS,
  ...CARTS,
  ...RETURNS,
  ...MERCHANTS,
  ...FILES,
  ...FINDING,
  ...HANDOVER,
  ...CASH,
  ...RISK,
  ...COMMANDS,
  ...ARCHIVES,
  ...JOBS,
  ...EVENTS,
  ...WEBHOOKS,
  ...STAFF,
  ...TENANTS,
};
