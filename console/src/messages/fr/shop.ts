import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("fr");

export const shop: Texts["shop"] = {
  less: "Un de moins",
  more: "Un de plus",
  method: "Livraison",
  home: "À domicile",
  desk: "Au bureau",
  wilaya: "Wilaya",
  wilayaHint: "Nom ou numéro",
  commune: "Commune",
  region: "Région",
  town: "Ville",
  line1: "Adresse",
  noPlace: "Aucune wilaya de ce nom.",
  searchHint: "Nom, référence, ou code-barres scanné",
  noGoods: (words) => `Rien en vente pour « ${words} ».`,
  notThere: (words) => `« ${words} » est épuisé.`,
  several: (words) => `« ${words} » convient à plusieurs : cherchez, puis choisissez.`,
  uncounted: "disponible",
  inStock: (units) => (units <= 0 ? "épuisé" : count(units, { one: "# en stock", other: "# en stock" })),
};
