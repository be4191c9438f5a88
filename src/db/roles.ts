import { isId } from "../core/ids.ts";
import type { Driver } from "./database.ts";

/** The roles that the server works as. Both own nothing and bypass nothing; a migration creates them. */
export const ROLES = {
  /** Plain reads: selects what shoppers may see, of every store. */
  reads: "hanout_reader",
  /** Transactions: reads and writes the rows of the store that the transaction has entered, and of no other. */
  writes: "hanout_app",
} as const;

/**
 * The statements that limit the rest of a transaction to one store's rows. `set local` instead of `set_config`, because
 * Citus sends only the former to its workers; it takes no parameters. Throws for text that is not an id.
 */
export function enterStore(siteId: string): string {
  if (!isId(siteId)) throw new Error(`not the id of a store: ${siteId}`);
  return `set local role ${ROLES.writes}; set local hanout.site_id = '${siteId}'`;
}

/**
 * Row-level security does not bind superusers, roles with `bypassrls` and the owners of tables. Every database has
 * times of its own at which its migrations ran; as seconds they do not depend on the time zone of the connection.
 */
const CURRENT_ROLE = `
  select current_user as name, (select extract(epoch from max(run_at))::text from schema_version) as database,
    exists (select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls))
      or exists (
        select from pg_class
        where relnamespace = 'public'::regnamespace and pg_has_role(current_user, relowner, 'usage')
      ) as bypasses
`;

interface CurrentRole {
  name: string;
  database: string;
  bypasses: boolean;
}

/**
 * Checks that connections for transactions work as `hanout_app` and those for reads as `hanout_reader`, that row-level
 * security binds both, and that both lead to the same database. Throws an Error with one sentence about the first that
 * does not.
 */
export async function requireRoles(driver: Pick<Driver, "query" | "read">): Promise<void> {
  const rows = await Promise.all([driver.query(CURRENT_ROLE, []), driver.read(CURRENT_ROLE, [])]);
  const writes = requireRole("transactions", ROLES.writes, rows[0]);
  const reads = requireRole("reads", ROLES.reads, rows[1]);
  if (writes.database !== reads.database) throw new Error("reads lead to another database than transactions");
}

function requireRole(what: string, expected: string, [found]: unknown[]): CurrentRole {
  const role = found as CurrentRole;
  if (role.name !== expected) throw new Error(`it lets ${what} work as the role ${role.name} instead of ${expected}`);
  if (role.bypasses) throw new Error(`row-level security does not bind the role ${role.name}`);
  return role;
}
