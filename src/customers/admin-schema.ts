import { Type } from "typebox";
import { component, lackingNulls, Money, Nullable, NullableTimestamp } from "../core/shapes.ts";
import { AdminCustomer as Row } from "./admin-queries.ts";
import { AddressRow } from "./queries.ts";

/** What a customer ordered. */
const spent = {
  orders_count: Type.Integer(),
  total_spent: Nullable(Money("Sum of the orders that were not cancelled or returned; null without the scope")),
  last_order_at: NullableTimestamp("When the last order was placed."),
};
const { id, full_name, email, phone, created_at } = Row.properties;

const example = {
  id: "019aa2c0-6a50-7b20-8c31-2f3a4b5c6d83",
  full_name: "Amina Haddad",
  email: "amina@example.dz",
  created_at: "2026-11-02T09:10:00.000Z",
  orders_count: 3,
  total_spent: 24500,
};
const saved = { phone: "+213550123456", can_sign_in: true, updated_at: "2026-11-02T09:10:00.000Z" };
const { orders_count, total_spent, ...person } = example;

/** A customer in a list, in short. */
export const ListedCustomer = component(
  "ListedCustomer",
  Type.Object({
    ...lackingNulls({ id, full_name, email, phone, created_at, ...spent }),
    total_spent: spent.total_spent,
  }),
  example,
);

/** A customer as `customers_save` saves one. */
export const AdminCustomer = component("AdminCustomer", Row, { ...person, ...saved });

const account = { ...Row.properties, ...spent };

/** A customer with what they ordered. */
export const CustomerAccount = component("CustomerAccount", Type.Object(account), {
  ...example,
  ...saved,
  last_order_at: null,
});

/** All of a customer. */
export const CustomerProfile = component(
  "CustomerProfile",
  Type.Object({ ...account, addresses: Nullable(Type.Array(AddressRow)) }),
  { ...example, ...saved, last_order_at: null, addresses: [] },
);

const Orders = Type.Array(
  Type.Object({
    order_number: Type.String(),
    status: Type.String(),
    by: Type.Array(Type.String(), { description: "What it has in common with the person: account, phone, email." }),
  }),
);
const found = {
  phones_unblocked: Type.Integer(),
  orders: Orders,
  orders_left: Type.Array(Orders.items, { description: "Orders of other accounts, which stay." }),
};

/** What an erasure did. */
export const ErasedCustomer = Type.Object({
  id: Nullable(Type.String({ description: "The account's; null: a guest." })),
  erased: Type.Literal(true),
  orders_anonymised: Type.Integer(),
  orders_under_way: Type.Array(Type.String(), { description: "Numbers of open orders, now without an address." }),
  ...found,
});
/** What an erasure would do. */
export const ErasureInDryRun = Type.Object({
  orders_count: Type.Integer(),
  orders_left_count: Type.Integer(),
  ...found,
});
