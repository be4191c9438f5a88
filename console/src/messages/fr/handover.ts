import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("fr");

export const handover: Texts["handover"] = {
  title: "Remise",
  about: "Les colis qu'un transporteur emporte aujourd'hui, et leurs numéros de suivi.",
  noCarrier: "Pas encore de transporteur.",
  noCarrierText: "Ajoutez les transporteurs qui emportent vos colis.",
  addCarrier: "Ajouter un transporteur",
  carrier: "Transporteur",
  ready: "Prêts",
  gone: "Remis aujourd'hui",
  saveCsv: "CSV du transporteur",
  parcels: (parcels) => count(parcels, { one: "# colis", other: "# colis" }),
  toCollect: (amount) => `${amount} à encaisser`,
  noneReady: "Rien n'est prêt pour ce transporteur.",
  noneReadyText: "Les commandes confirmées qu'il dessert, ou qui le nomment, sont ici.",
  noneGone: "Rien n'a été remis aujourd'hui.",
  toShip: "Commandes à expédier",
  order: "Commande",
  customer: "Client",
  place: "Lieu",
  amount: "À encaisser",
  tracking: "Numéro de suivi",
  trackingOf: (order) => `Numéro de suivi de ${order}`,
  paste: "Coller des numéros de suivi",
  pasteHint:
    "Un message ou une feuille du transporteur. Par ligne : le numéro ou le téléphone de la commande, et son suivi.",
  file: "Choisir un fichier",
  matched: (numbers) => count(numbers, { one: "# numéro reconnu", other: "# numéros reconnus" }),
  unmatched: (lines) => count(lines, { one: "# ligne sans colis", other: "# lignes sans colis" }),
  why: {
    unknown: "aucun colis de cette liste",
    twice: "une autre ligne a ce colis",
    same: "ce numéro est celui d'un autre colis",
    several: "plusieurs colis ont ce téléphone",
    none: "pas de numéro de suivi dedans",
  },
  without: (parcels) =>
    count(parcels, { one: "# colis n'a pas encore de numéro", other: "# colis n'ont pas encore de numéro" }),
  ship: (parcels) => count(parcels, { one: "Remettre # colis", other: "Remettre # colis" }),
  track: (parcels) => count(parcels, { one: "Enregistrer # numéro", other: "Enregistrer # numéros" }),
  choose: "Écrivez des numéros, ou collez-les.",
  all: "Aussi ceux sans numéro",
  done: (parcels) => count(parcels, { one: "# colis remis", other: "# colis remis" }),
  failed: (parcels) => count(parcels, { one: "# colis reste ici", other: "# colis restent ici" }),
  cut: (parcels) => `Seuls les ${parcels} premiers sont affichés.`,
  most: "100 à la fois au plus : les 100 premiers sont remis.",
};
