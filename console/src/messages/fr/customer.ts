import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("fr");

export const customer: Texts["customer"] = {
  risk: {
    takes: (taken, sent) => count(sent, { one: `A pris ${taken} colis sur #`, other: `Prend ${taken} colis sur #` }),
    firstOrder: "Première commande de ce numéro",
    noParcelYet: "Aucun colis ne lui est encore arrivé",
    ofNumber: {
      orders: (orders) => count(orders, { one: "commande", other: "commandes" }),
      delivered: (orders) => count(orders, { one: "prise", other: "prises" }),
      refused: (orders) => count(orders, { one: "refusée", other: "refusées" }),
      returned: (orders) => count(orders, { one: "retournée", other: "retournées" }),
      cancelled: (orders) => count(orders, { one: "annulée", other: "annulées" }),
      open: () => "en cours",
    },
    hasRefused: (orders) => count(orders, { one: "a refusé une fois", other: "a refusé # fois" }),
    isBlocked: "Ce numéro est bloqué",
    sameDay: (orders) =>
      count(orders, { one: "Une autre commande le même jour :", other: "# autres commandes le même jour :" }),
    otherOrders: "Autres commandes de ce numéro",
    noOtherOrders: "Aucune.",
  },
  guest: "commande sans compte",
  since: (day) => `compte depuis le ${day}`,
  spent: (amount) => `${amount} dépensés`,
  orders: "Commandes",
  none: "Aucun client n’est connu à ce numéro.",
  pieces: (pieces) => count(pieces, { one: "# pièce", other: "# pièces" }),
  addresses: "Adresses",
  noAddress: "Aucune encore.",
  notes: "Notes",
  noNote: "Aucune note encore.",
  addNote: "Ajouter une note",
  noteGoesTo: (number) => `Elle va sur la dernière commande, ${number}. Les clients ne la voient pas.`,
  saveNote: "Enregistrer la note",
  noteSaved: "Note enregistrée",
  block: "Bloquer ce numéro",
  unblock: "Débloquer",
  blocked: "Numéro bloqué",
  unblocked: "Numéro débloqué",
  whyBlock: "Pourquoi (pour les collègues)",
  whatBlocking:
    "Les nouvelles commandes d’un numéro bloqué sont signalées, ou refusées si la boutique est réglée ainsi.",
  change: "Modifier le compte",
  erase: "Effacer le client",
  reset: "Lien pour un nouveau mot de passe",
  all: "Voir toutes les commandes",
};
