import { type Static, Type } from "typebox";
import { component, exampleOf, Money } from "../core/shapes.ts";
import { AdminStoreRow } from "./admin-queries.ts";
import { Checklist } from "./checklist.ts";
import { Menu, menuFields } from "./schema.ts";

const store = Type.Object({
  ...AdminStoreRow.properties,
  time_zone: Type.String({ description: "IANA name." }),
  cash_rounding: Money("Totals of cash orders are rounded to a multiple of it; 0: they are not"),
  low_stock: Type.Integer({ description: "Units that count as low." }),
});
const example: Static<typeof store> = {
  id: "019aa2c0-6a50-7b20-8c31-2f3a4b5c6d70",
  name: "Dar El Bahdja",
  slug: "dar-el-bahdja",
  description: "Artisanat algérien",
  logo_url: null,
  custom_domain: null,
  contact_info: { email: "contact@example.dz" },
  social_links: null,
  theme_settings: null,
  settings: null,
  currency: "DZD",
  primary_color: "#0f766e",
  locale: "fr",
  country: "DZ",
  time_zone: "Africa/Algiers",
  shipping_methods: ["home", "desk"],
  cash_rounding: 0,
  low_stock: 5,
  blocked_phone_policy: "mark",
  option_names: null,
  updated_at: "2026-11-02T09:10:00.000Z",
};

/** The store as its merchant sees it. */
export const AdminStore = component("AdminStore", store, example);

/** The same with what it still lacks. */
export const StoreProfile = component("StoreProfile", Type.Object({ ...store.properties, checklist: Checklist }), {
  ...example,
  checklist: [],
});

/** A menu as its merchant sees it. */
export const AdminMenu = component(
  "AdminMenu",
  Type.Object({ ...menuFields, updated_at: AdminStoreRow.properties.updated_at }),
  { ...exampleOf(Menu), updated_at: example.updated_at },
);
