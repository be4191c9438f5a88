import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("fr");

export const newOrder: Texts["newOrder"] = {
  title: "Nouvelle commande",
  phone: "Téléphone",
  name: "Nom",
  goods: "Articles",
  addGoods: "Ajouter un article",
  noLines: "Ajoutez ce qui est commandé.",
  delivery: "Livraison",
  coupon: "Coupon",
  notes: "Note pour la boutique",
  price: "Ce que ça coûte",
  priceHint: "Le prix grandit ici, article après article.",
  discount: "Remise",
  free: "offerte",
  rounding: "Arrondi",
  toCollect: "À encaisser",
  blocked: "La boutique a bloqué ce numéro.",
  place: "Passer la commande",
  placeFor: (total) => `Passer pour ${total}`,
  placed: (number) => `Commande ${number} passée`,
  ordersOf: (orders) => count(orders, { one: "# commande", other: "# commandes" }),
  takes: (taken, ended) => `a pris ${count(taken, { one: "# colis", other: "# colis" })} sur ${ended}`,
  sameAsLast: "Comme la dernière fois",
  lastGoods: "Commandé la dernière fois :",
  addAgain: (units) => `Ajouter ${units}`,
};
