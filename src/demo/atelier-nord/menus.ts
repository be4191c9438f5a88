import type { DemoMenu } from "../shapes.ts";

/** `topcollection`, `topseller` and `legal` are menus that a published theme asks for by these names. */
export const menus: DemoMenu[] = [
  {
    handle: "main-menu",
    title: "Main menu",
    items: [
      {
        title: "Shop",
        url: "/products",
        type: "link",
        children: [
          { title: "Kitchen", url: "/categories/cuisine", type: "category" },
          { title: "Clothing", url: "/categories/clothing", type: "category" },
        ],
      },
      { title: "About", url: "/pages/about", type: "page" },
    ],
  },
  {
    handle: "footer",
    title: "Footer",
    items: [
      {
        title: "Help",
        url: null,
        type: "heading",
        children: [
          { title: "Shipping", url: "/pages/shipping", type: "page" },
          { title: "Returns", url: "/pages/returns", type: "page" },
        ],
      },
      { title: "Terms", url: "/pages/terms", type: "page" },
    ],
  },
  {
    handle: "topcollection",
    title: "Collections",
    items: [
      { title: "New", url: "/collections/nouveautes", type: "collection" },
      { title: "Best sellers", url: "/collections/best-sellers", type: "collection" },
    ],
  },
  {
    handle: "topseller",
    title: "Best sellers",
    items: [
      { title: "Marseille soap", url: "/products/marseille-soap", type: "link" },
      { title: "Oak cutting board", url: "/products/oak-cutting-board", type: "link" },
      { title: "All best sellers", url: "/collections/best-sellers", type: "collection" },
    ],
  },
  {
    handle: "legal",
    title: "Legal",
    items: [
      { title: "Terms of sale", url: "/pages/terms", type: "page" },
      { title: "Privacy", url: "/pages/privacy", type: "page" },
      { title: "Shipping", url: "/pages/shipping", type: "page" },
      { title: "Returns", url: "/pages/returns", type: "page" },
    ],
  },
];
