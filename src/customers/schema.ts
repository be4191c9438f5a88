import { type Static, Type } from "typebox";
import {
  component,
  lackingNulls,
  Money,
  Nullable,
  NullableText,
  NullableTimestamp,
  Timestamp,
  Uuid,
} from "../core/shapes.ts";
import { AdminCustomer as Row } from "./admin-queries.ts";
import { BlockedPhoneRow } from "./blocked-queries.ts";
import { AddressRow } from "./queries.ts";

const exampleAddress = {
  id: "019aa2c0-6a57-7d10-8b2c-9e0f1a2b3c4d",
  label: "Maison",
  line1: "12, rue des Oliviers",
  line2: null,
  city: "Hydra",
  state: "Alger",
  country: "DZ",
  postal_code: "16035",
  phone: "+213550123456",
  is_default: true,
  created_at: "2026-11-21T09:00:00.000Z",
};

const Address = component(
  "Address",
  Type.Object({
    id: Uuid("The address's id."),
    label: NullableText("The customer's name for the address, such as `Maison`."),
    line1: Type.String(),
    line2: NullableText("Second line of the address."),
    city: Type.String(),
    state: Type.String({ description: "Wilaya, state or province." }),
    country: Type.String(),
    postal_code: Type.String(),
    phone: Type.String(),
    is_default: Type.Boolean({
      description: "Whether this is the default address. Exactly one address of a customer is the default.",
    }),
    created_at: Timestamp("When the address was added."),
  }),
  exampleAddress,
);
export type Address = Static<typeof Address>;

const exampleCustomer = {
  id: "019aa2c0-6a57-7c00-9a1b-2c3d4e5f6071",
  store_id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
  email: "karim@example.dz",
  full_name: "Karim Benali",
  phone: "+213550123456",
  addresses: [exampleAddress],
  created_at: "2026-11-21T08:55:00.000Z",
  updated_at: "2026-11-21T08:55:00.000Z",
};

export const Customer = component(
  "Customer",
  Type.Object({
    id: Uuid("The customer's id."),
    store_id: Uuid("The id of the store that the account belongs to."),
    email: Type.String(),
    full_name: Type.String(),
    phone: NullableText("In E.164 format if the number was recognised, otherwise as given."),
    addresses: Type.Array(Address, { description: "The default address first, then the newest addresses." }),
    created_at: Timestamp("When the account was created."),
    updated_at: Timestamp("When the account last changed."),
  }),
  exampleCustomer,
);
export type Customer = Static<typeof Customer>;

export const Session = component(
  "Session",
  Type.Object({
    token: Type.String({ description: "Token for the header `Authorization: Bearer …`; valid for 7 days." }),
    customer: Customer,
    user: Customer,
  }),
  {
    token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTlhYTJjMCJ9.c2lnbmF0dXJl",
    customer: exampleCustomer,
    user: exampleCustomer,
  },
);
export type Session = Static<typeof Session>;

export const CurrentCustomer = component("CurrentCustomer", Type.Object({ customer: Customer }), {
  customer: exampleCustomer,
});
export const MaybeCustomer = component(
  "MaybeCustomer",
  Type.Object({ customer: Type.Union([Customer, Type.Null()]) }),
  { customer: exampleCustomer },
);
export const AddressSaved = component("AddressSaved", Type.Object({ success: Type.Boolean(), address: Address }), {
  success: true,
  address: exampleAddress,
});
export const Accepted = component("Accepted", Type.Object({ success: Type.Boolean() }), { success: true });
export const AddressBook = component(
  "AddressBook",
  Type.Object({ success: Type.Boolean(), addresses: Type.Array(Address) }),
  { success: true, addresses: [exampleAddress] },
);
export type AddressBook = Static<typeof AddressBook>;

const Email = Type.String({
  maxLength: 254,
  description: "E-mail address. Case is ignored.",
  examples: ["karim@example.dz"],
});

const NewPassword = Type.String({
  description: "Password of 8 to 128 characters.",
  examples: ["couscous du vendredi"],
});

export const SignUp = Type.Object({
  email: Email,
  password: NewPassword,
  full_name: Type.String({ maxLength: 200, description: "Full name.", examples: ["Karim Benali"] }),
  phone: Type.Optional(Nullable(Type.String({ maxLength: 50, description: "Phone number in any common format." }))),
});
export type SignUp = Static<typeof SignUp>;

export const LogIn = Type.Object({ email: Email, password: Type.String({ description: "Password." }) });
export type LogIn = Static<typeof LogIn>;

export const ForgotPassword = Type.Object({ email: Email });

export const ResetPassword = Type.Object({
  token: Type.String({ maxLength: 200, description: "The token of the link." }),
  password: NewPassword,
});
export type ResetPassword = Static<typeof ResetPassword>;

export const ProfilePatch = Type.Object({
  full_name: Type.Optional(SignUp.properties.full_name),
  phone: SignUp.properties.phone,
  email: Type.Optional(Email),
  current_password: Type.Optional(Type.String({ description: "The password; a new e-mail needs it." })),
});
export type ProfilePatch = Static<typeof ProfilePatch>;

const line = (description: string) => Type.String({ maxLength: 500, description });

export const NewAddress = Type.Object({
  line1: line("Street and number."),
  line2: Type.Optional(Nullable(line("Second line of the address."))),
  city: line("Commune or town."),
  state: line("Wilaya, state or province."),
  country: line("Country."),
  postal_code: line("Postal code."),
  phone: line("Phone number for deliveries."),
  label: Type.Optional(Nullable(line("The customer's name for the address, such as `Maison`."))),
  is_default: Type.Optional(
    Nullable(
      Type.Boolean({
        description: "Whether to make this the default address. The first address always becomes the default.",
      }),
    ),
  ),
});
export type NewAddress = Static<typeof NewAddress>;

export const AddressPatch = Type.Partial(NewAddress);
export type AddressPatch = Static<typeof AddressPatch>;

export const AddressPath = Type.Object({ address_id: Type.String({ description: "The address's id." }) });

// What merchants are answered.

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

const { id: phoneId, phone: number, note, created_at: blockedAt } = BlockedPhoneRow.properties;

/** A number of the block list. */
export const ListedPhone = component(
  "BlockedPhone",
  Type.Object(lackingNulls({ phone: number, note, created_at: blockedAt })),
  { phone: "+213550123456", note: "Refused four parcels", created_at: "2026-11-21T09:10:00.000Z" },
);

/** Numbers that were blocked, or not blocked any more. */
export const SavedPhones = Type.Object({
  is_blocked: Type.Boolean(),
  phones: Type.Array(Type.Object({ id: phoneId, phone: number })),
  changed: Type.Integer({ description: "How many were not so before." }),
});

/** A link by which a customer sets a new password. */
export const ResetLink = Type.Object({
  id: Type.String(),
  expires_at: Type.String(),
  token: Type.Optional(Type.String({ description: "For the page that sets a password. Only this once." })),
  link: Type.Optional(NullableText("The page with the token, if the store has one. Only this once.")),
});
