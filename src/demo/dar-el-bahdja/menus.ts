import type { DemoMenu } from "../shapes.ts";

/** `topcollection`, `topseller` and `legal` are menus that a published theme asks for by these names. */
export const menus: DemoMenu[] = [
  {
    handle: "main-menu",
    title: "Menu principal",
    items: [
      {
        title: "Boutique",
        url: "/products",
        type: "link",
        children: [
          {
            title: "Mode",
            url: "/categories/mode",
            type: "category",
            children: [
              { title: "Robes et tenues", url: "/categories/robes", type: "category" },
              { title: "Homme", url: "/categories/homme", type: "category" },
              { title: "Chaussures", url: "/categories/chaussures", type: "category" },
            ],
          },
          { title: "Maison", url: "/categories/maison", type: "category" },
          { title: "Épicerie fine", url: "/categories/epicerie", type: "category" },
          { title: "Beauté", url: "/categories/beaute", type: "category" },
        ],
      },
      {
        title: "Collections",
        url: null,
        type: "heading",
        children: [
          { title: "Artisanat", url: "/collections/artisanat", type: "collection" },
          { title: "Ramadan", url: "/collections/ramadan", type: "collection" },
          { title: "Mariage", url: "/collections/mariage", type: "collection" },
        ],
      },
      { title: "Journal", url: "/blogs", type: "blog" },
      { title: "Contact", url: "/pages/contact", type: "page" },
    ],
  },
  {
    handle: "footer",
    title: "Pied de page",
    items: [
      {
        title: "Aide",
        url: null,
        type: "heading",
        children: [
          { title: "Livraison", url: "/pages/shipping", type: "page" },
          { title: "Retours", url: "/pages/returns", type: "page" },
          { title: "Contact", url: "/pages/contact", type: "page" },
        ],
      },
      {
        title: "La maison",
        url: null,
        type: "heading",
        children: [
          { title: "À propos", url: "/pages/about", type: "page" },
          { title: "Confidentialité", url: "/pages/privacy", type: "page" },
          { title: "Conditions de vente", url: "/pages/terms", type: "page" },
        ],
      },
    ],
  },
  {
    handle: "topcollection",
    title: "Nos collections",
    items: [
      { title: "Artisanat", url: "/collections/artisanat", type: "collection" },
      { title: "Ramadan", url: "/collections/ramadan", type: "collection" },
      { title: "Mariage", url: "/collections/mariage", type: "collection" },
      { title: "Nouveautés", url: "/collections/nouveautes", type: "collection" },
    ],
  },
  {
    handle: "topseller",
    title: "Meilleures ventes",
    items: [
      { title: "Huile d'olive", url: "/products/huile-olive-vierge-1l", type: "link" },
      { title: "Savon noir", url: "/products/savon-noir-eucalyptus", type: "link" },
      { title: "Ras el hanout", url: "/products/ras-el-hanout", type: "link" },
      { title: "Toutes les meilleures ventes", url: "/collections/best-sellers", type: "collection" },
    ],
  },
  {
    handle: "legal",
    title: "Informations légales",
    items: [
      { title: "Conditions de vente", url: "/pages/terms", type: "page" },
      { title: "Confidentialité", url: "/pages/privacy", type: "page" },
      { title: "Livraison", url: "/pages/shipping", type: "page" },
      { title: "Retours", url: "/pages/returns", type: "page" },
    ],
  },
];
