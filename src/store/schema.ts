import { type Static, type TUnsafe, Type } from "typebox";
import { Currency, component, FreeObject, ListOf, NullableText, Uuid } from "../core/shapes.ts";

export const Store = component(
  "Store",
  Type.Object({
    id: Uuid("The store's id, `site_id` elsewhere."),
    name: Type.String(),
    slug: Type.String(),
    description: NullableText("The store's description."),
    logo_url: NullableText("The address of its logo."),
    custom_domain: NullableText("The domain of its storefront."),
    contact_info: FreeObject("Contact: e-mail, phone, address."),
    social_links: FreeObject("Its profiles on social networks."),
    theme_settings: FreeObject("Settings of its theme."),
    settings: FreeObject("Further public settings."),
    currency: Currency,
    primary_color: NullableText("CSS colour."),
    locale: Type.String({
      description:
        "BCP 47 tag of its main language. Texts that the server writes are in this language if it is ar or fr, otherwise in English.",
    }),
    country: Type.String({ description: "ISO 3166-1 alpha-2 code.", pattern: "^[A-Z]{2}$" }),
    time_zone: Type.String({ description: "IANA name of its time zone; its country's unless it has its own." }),
    shipping_methods: Type.Array(Type.String(), { description: "Delivery methods: `home`, `desk`." }),
  }),
  {
    id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
    name: "Dar El Bahdja",
    slug: "dar-el-bahdja",
    description: "Artisanat et maison, livrés dans les 69 wilayas.",
    logo_url: "/media/demo/logo/dar-el-bahdja-1.svg",
    custom_domain: null,
    contact_info: { email: "contact@example.dz", phone: "+213550000000" },
    social_links: { instagram: "https://instagram.com/example" },
    theme_settings: { layout: "wide" },
    settings: null,
    currency: "DZD",
    primary_color: "#0f766e",
    locale: "fr",
    country: "DZ",
    time_zone: "Africa/Algiers",
    shipping_methods: ["home", "desk"],
  },
);
export type Store = Static<typeof Store>;

/** The maximum depth of a menu. */
export const MENU_DEPTH = 5;

const itemAt = (depth: number): TUnsafe<MenuItem> =>
  Type.Unsafe<MenuItem>(
    Type.Object({
      title: Type.String(),
      url: NullableText("The address it links to; null for a heading."),
      type: Type.String({ description: "The kind of its target: `link`, `page`, `category`, `collection`, …" }),
      position: Type.Integer({ minimum: 0, maximum: 10_000 }),
      children: depth < MENU_DEPTH ? Type.Array(itemAt(depth + 1)) : Type.Array(Type.Unknown(), { maxItems: 0 }),
    }),
  );

export interface MenuItem {
  title: string;
  url: string | null;
  type: string;
  position: number;
  children: MenuItem[];
}

export const Menu = component(
  "Menu",
  Type.Object({
    id: Uuid("The menu's id."),
    title: Type.String(),
    handle: Type.String({ description: "The name that storefronts request it by: `main-menu`, `footer`." }),
    items: Type.Array(itemAt(1), { description: "In order; up to five levels." }),
  }),
  {
    id: "019aa2c0-6a51-7d02-8f6e-0b9d1a7c2e44",
    title: "Menu principal",
    handle: "main-menu",
    items: [
      {
        title: "Boutique",
        url: "/products",
        type: "link",
        position: 1,
        children: [{ title: "Tapis", url: "/categories/tapis", type: "category", position: 1, children: [] }],
      },
    ],
  },
);
export type Menu = Static<typeof Menu>;

export const MenuList = ListOf("MenuList", Menu);
export const MenuPath = Type.Object({
  handle: Type.String({ description: "The menu's handle.", examples: ["main-menu"] }),
});
