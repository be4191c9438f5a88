import { ABOUT_PERSON, COMPUTED, INTERNAL, type Line, maskName, maskPhone, PERSON, SERVER } from "./line.ts";

/** What stands in a row that is deleted with its person. */
const OWN: Line = { ...PERSON, erasure: "with its row" };
const NOTED: Line = { ...ABOUT_PERSON, erasure: "with its row" };

/** Of people who work in stores: `hanout staff erase` forgets it, no erasure of a customer does. Their stores see it by `staff_of_store`. */
const COLLEAGUE: Line = { ...INTERNAL, of: "merchant" };

/** The tables with rows of persons, and what they refer to. */
export const PEOPLE_COLUMNS = {
  customers: {
    site_id: SERVER,
    id: SERVER,
    email: OWN,
    folded_email: COMPUTED,
    full_name: { ...OWN, mask: maskName },
    phone: { ...OWN, mask: maskPhone },
    password_hash: COMPUTED,
    password_version: INTERNAL,
    created_at: SERVER,
    updated_at: SERVER,
    phone_key: COMPUTED,
    email_key: COMPUTED,
    folded_name: COMPUTED,
  },
  addresses: {
    site_id: SERVER,
    customer_id: SERVER,
    id: SERVER,
    label: OWN,
    line1: OWN,
    line2: OWN,
    city: OWN,
    state: OWN,
    country: OWN,
    postal_code: OWN,
    phone: OWN,
    is_default: SERVER,
    created_at: SERVER,
  },
  blocked_phones: {
    site_id: SERVER,
    id: SERVER,
    phone_key: COMPUTED,
    phone: { ...NOTED, mask: maskPhone },
    note: NOTED,
    created_at: SERVER,
  },
  accounts: {
    id: INTERNAL,
    email: COLLEAGUE,
    name: COLLEAGUE,
    password_hash: COLLEAGUE,
    created_at: INTERNAL,
  },
  account_sessions: {
    id: INTERNAL,
    account_id: INTERNAL,
    hash: INTERNAL,
    browser: INTERNAL,
    created_at: INTERNAL,
    last_used_at: INTERNAL,
    expires_at: INTERNAL,
  },
  passkeys: {
    id: INTERNAL,
    account_id: INTERNAL,
    credential_id: INTERNAL,
    public_key: INTERNAL,
    counter: INTERNAL,
    transports: INTERNAL,
    name: INTERNAL,
    challenged_at: INTERNAL,
    created_at: INTERNAL,
  },
  carts: {
    site_id: SERVER,
    id: SERVER,
    customer_id: { ...ABOUT_PERSON, merchants: "nobody", isUntrusted: false },
    status: SERVER,
    created_at: SERVER,
    updated_at: SERVER,
    expires_at: SERVER,
    abandonment: INTERNAL,
  },
  promotion_uses: {
    site_id: SERVER,
    promotion_id: SERVER,
    order_id: SERVER,
    amount: INTERNAL,
    created_at: INTERNAL,
  },
} as const satisfies Record<string, Record<string, Line>>;
