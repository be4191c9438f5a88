import { Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { type CustomerRow, lockCustomer } from "../queries.ts";
import type { Claim } from "../tokens.ts";

/** The customer of the token, locked until the transaction ends. Throws `invalid_token`. */
export async function lockCustomerOf(db: SiteDb, claim: Claim): Promise<CustomerRow> {
  const customer = await lockCustomer(db, claim.customer_id);
  if (customer?.password_version !== claim.password_version) {
    throw new Problem("invalid_token", (say) => say.customer.signInAgain);
  }
  return customer;
}
