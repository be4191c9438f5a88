import { type Static, type TUnsafe, Type } from "typebox";
import { shownPictures } from "../core/pictures/shown.ts";
import { Currency, component, FreeObject, ListOf, NullableText, Uuid } from "../core/shapes.ts";

export const Store = component(
  "Store",
  Type.Object({
    id: Uuid("The store's id; other answers call it `site_id`."),
    name: Type.String(),
    slug: Type.String(),
    description: NullableText("Description of the store."),
    logo_url: NullableText("URL of the logo."),
    custom_domain: NullableText("Domain of the storefront."),
    contact_info: FreeObject("Contact details: e-mail, phone, address."),
    social_links: FreeObject("Profiles on social networks."),
    theme_settings: FreeObject("Settings for the theme."),
    settings: FreeObject("Other public settings."),
    currency: Currency,
    primary_color: NullableText("Main colour, as a CSS colour."),
    locale: Type.String({
      description:
        "BCP 47 tag of the store's main language. The server writes its texts in Arabic or French if this is the language, otherwise in English.",
    }),
    country: Type.String({ description: "ISO 3166-1 alpha-2 code.", pattern: "^[A-Z]{2}$" }),
    time_zone: Type.String({
      description: "IANA name of the store's time zone; if the store has set none, its country's.",
    }),
    shipping_methods: Type.Array(Type.String(), { description: "Delivery methods: `home`, `desk`." }),
    ...shownPictures,
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
      url: NullableText("URL that the item links to; null for a heading."),
      type: Type.String({ description: "What the item links to: `link`, `page`, `category`, `collection`, …" }),
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

/** A menu, with its items. */
export const menuFields = {
  id: Uuid("The menu's id."),
  title: Type.String(),
  handle: Type.String({
    description: "Name by which storefronts request the menu, such as `main-menu` or `footer`.",
  }),
  items: Type.Array(itemAt(1), { description: "Items in order, nested up to five levels." }),
};

export const Menu = component("Menu", Type.Object(menuFields), {
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
});
export type Menu = Static<typeof Menu>;

export const MenuList = ListOf("MenuList", Menu);
export const MenuPath = Type.Object({
  handle: Type.String({ description: "The menu's handle.", examples: ["main-menu"] }),
});
