import "server-only";

/** One store that this shop serves. */
export interface StoreAccess {
  /** Its publishable key, `pk_…`. */
  key: string;
  /** A theme of the folder `themes`; without one, `bahdja`. */
  theme?: string;
  /** Verifies the webhooks that say what changed, `whsec_…`. */
  webhookSecret?: string;
}

/** Address of the Hanout server. */
export const SERVER_URL = process.env.HANOUT_URL ?? "http://127.0.0.1:3000";

/** A host name as the table has it: in lower case, without the dot at its end. */
const plain = (host: string): string => host.toLowerCase().replace(/\.(?=:\d+$|$)/, "");

/** The table of stores by host name, `{"dar.example": {"key": "pk_…", "theme": "sonitek"}}`. */
const byHost = new Map(
  Object.entries(JSON.parse(process.env.HANOUT_STORES || "{}") as Record<string, StoreAccess>).map(([host, access]) => [
    plain(host),
    access,
  ]),
);
for (const [host, access] of byHost)
  if (typeof access?.key !== "string" || !access.key.startsWith("pk_"))
    throw new Error(`HANOUT_STORES: ${host} needs a publishable key, {"key": "pk_…"}.`);

/** The store of hosts that are not in the table. */
const only: StoreAccess | undefined = process.env.HANOUT_KEY
  ? {
      key: process.env.HANOUT_KEY,
      theme: process.env.HANOUT_THEME,
      webhookSecret: process.env.HANOUT_WEBHOOK_SECRET,
    }
  : undefined;

if (!only && byHost.size === 0 && process.env.NEXT_PHASE !== "phase-production-build")
  throw new Error("Which store? Set HANOUT_KEY or HANOUT_STORES, as the README says.");

/** The store that a host name stands for; undefined when it is none of ours. */
export const storeOfHost = (host: string): StoreAccess | undefined =>
  byHost.get(plain(host)) ?? byHost.get(plain(host).replace(/:\d+$/, "")) ?? only;
