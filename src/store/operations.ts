import { Type } from "typebox";
import { Expected, Price, Ref, Text, TextOrNull } from "../operations/inputs.ts";
import { type Deletion, defineOperation, type Operation } from "../operations/operation.ts";
import type { Resource } from "../operations/resource.ts";
import { changeStore, storeForAdmin } from "./admin.ts";
import { AdminMenu, AdminStore, StoreProfile } from "./admin-answers.ts";
import { storeChecklist } from "./checklist.ts";
import { changeMenu, menusForAdmin, removeMenu } from "./menus/admin.ts";

const FreeObject = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ["object", "null"], maxProperties: 1000, description });
const optional = Type.Optional;

const OptionNames = Type.Unsafe<Record<string, string[]> | null>({
  type: ["object", "null"],
  maxProperties: 50,
  patternProperties: { "^": { type: ["array", "null"], items: Text(100), maxItems: 20 } },
  description: "Of one facet: its name, the others that mean the same",
});

/** The operations on the store. `storeChanged` runs after a change is committed: the store's language may be cached. */
export const storeOperations = (storeChanged: () => void): Operation[] => [
  defineOperation({
    name: "store_get",
    title: "Show the store",
    description: "Name, contact, currency, language, theme, public settings; checklist: what is still missing.",
    area: "settings",
    effect: "read",
    takes: ["cursor"],
    input: {},
    answers: StoreProfile,
    example: {},
    run: async ({ db }) => {
      const [store, checklist] = await Promise.all([storeForAdmin(db), storeChecklist(db)]);
      const { slug, currency, country, time_zone, locale } = store;
      return { text: `${slug}: ${currency}, ${country}, ${time_zone}, ${locale}.`, data: { ...store, checklist } };
    },
  }),
  defineOperation({
    name: "store_update",
    title: "Change the store",
    description: "Only what is sent changes, also inside objects; null removes a member.",
    area: "settings",
    effect: "write",
    takes: ["dry_run"],
    withholds: {
      currency: "cannot change: every price, order and report uses it. Another currency needs another store",
      country: "cannot change: phone numbers, delivery regions and orders depend on it",
      slug: "cannot change: addresses and commands use it to name the store",
    },
    input: {
      name: optional(Type.String({ minLength: 1, maxLength: 200 })),
      description: optional(TextOrNull(5000)),
      logo_url: optional(TextOrNull(2000)),
      custom_domain: optional(TextOrNull(253)),
      contact_info: optional(FreeObject("email, phone, address, …")),
      social_links: optional(FreeObject("instagram, facebook, …")),
      theme_settings: optional(FreeObject("For the theme")),
      settings: optional(FreeObject("Public: no secrets. tracking_page_url: with {order_number}")),
      primary_color: optional(TextOrNull(50)),
      locale: optional(Type.String({ maxLength: 35, pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" })),
      time_zone: optional(TextOrNull(60, "IANA; null: the country's")),
      shipping_methods: optional(Type.Array(Type.Enum(["home", "desk"]), { minItems: 1, maxItems: 2 })),
      cash_rounding: optional(Price("Cash totals become multiples of it; 0: off")),
      low_stock: optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Units that count as low" })),
      blocked_phone_policy: optional(Type.Enum(["mark", "refuse"])),
      option_names: optional(OptionNames),
      expected_updated_at: Expected,
    },
    answers: AdminStore,
    refuses: ["file_not_found"],
    example: { description: "Artisanat algérien, livré dans les 69 wilayas." },
    run: async (call, { expected_updated_at, ...patch }) => {
      const { before, after } = await changeStore(call.db, patch, expected_updated_at);
      call.changed({ entity: "store", id: call.db.siteId, label: after.slug, before, after });
      call.db.afterCommit(storeChanged);
      return { text: "Changed the store.", data: { ...after } };
    },
  }),
  defineOperation({
    name: "menus_get",
    title: "Show menus",
    description: "All menus with their items, or the one with the handle.",
    area: "content",
    effect: "read",
    takes: ["cursor"],
    input: { handle: optional(Ref("main-menu, footer, …")) },
    answers: Type.Object({ data: Type.Array(AdminMenu) }),
    refuses: ["menu_not_found"],
    example: {},
    run: async ({ db }, { handle }) => {
      const menus = await menusForAdmin(db, handle);
      return { text: `${menus.length} menus.`, data: { data: menus } };
    },
  }),
  defineOperation({
    name: "menus_save",
    title: "Create or change a menu",
    description: "items replaces the menu's items, in this order; up to 5 levels of children.",
    area: "content",
    effect: "write",
    takes: ["dry_run"],
    input: {
      handle: Type.String({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 100 }),
      title: optional(Text(200)),
      items: optional(
        Type.Array(
          Type.Object(
            {
              title: Type.String({ minLength: 1, maxLength: 200 }),
              url: optional(TextOrNull(2000)),
              type: optional(Text(50, "link, page, category, collection, …")),
              children: optional(
                Type.Array(Type.Unsafe<object>({ type: "object", maxProperties: 10 }), { maxItems: 100 }),
              ),
            },
            { maxProperties: 10 },
          ),
          { maxItems: 100 },
        ),
      ),
      expected_updated_at: Expected,
    },
    answers: AdminMenu,
    refuses: ["menu_not_found"],
    example: { handle: "footer", items: [{ title: "Contact", url: "/pages/contact" }] },
    run: async (call, { expected_updated_at, ...menu }) => {
      const { before, after } = await changeMenu(call.db, menu, expected_updated_at);
      call.changed({ entity: "menu", id: after.id, label: menu.handle, before, after, snapshot: after });
      return { text: `${before ? "Changed" : "Created"} the menu ${menu.handle}.`, data: { ...after } };
    },
  }),
];

/** Deletes the menu of this handle for `content_delete`. */
export const deleteMenu: Deletion = async (call, handle) => {
  const before = await removeMenu(call.db, handle);
  call.mustBeConfirmed();
  call.changed({ entity: "menu", id: before.id, label: handle, before, after: null });
  return { text: `Deleted the menu ${handle}.`, data: { handle, deleted: true } };
};

export const storeResources: Resource[] = [
  {
    uri: "hanout://store",
    name: "store",
    title: "Store profile",
    description: "Who the shop is: name, contact, currency, language.",
    area: "settings",
    read: (db) => storeForAdmin(db),
  },
];
