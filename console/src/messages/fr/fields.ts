import type { Texts } from "../texts.ts";

export const fields: Texts["fields"] = {
  names: {
    status: "Statut",
    name: "Nom",
    note: "Note",
    order: "Commande",
    products: "Produits",
    product: "Produit",
    customer: "Client",
    price: "Prix",
    percent: "Pour cent",
    amount: "Montant",
  },
  values: {
    active: "actif",
    draft: "brouillon",
    archived: "archivé",
    pending: "à confirmer",
    confirmed: "confirmée",
    processing: "en préparation",
    shipped: "expédiée",
    delivered: "livrée",
    cancelled: "annulée",
    returned: "retournée",
  },
  things: { product: "produit", order: "commande", customer: "client", store: "boutique" },
};
