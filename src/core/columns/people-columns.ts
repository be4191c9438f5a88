import { ABOUT_PERSON, COMPUTED, INTERNAL, type Line, maskName, maskPhone, PERSON, SERVER } from "./line.ts";

/** What stands in a row that is deleted with its person. */
const OWN: Line = { ...PERSON, erasure: "with its row" };
const NOTED: Line = { ...ABOUT_PERSON, erasure: "with its row" };

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
