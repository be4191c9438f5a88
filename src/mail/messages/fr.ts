import type { MailMessagesFor } from "./types.ts";

export const french: MailMessagesFor = ({ count }) => ({
  hello: (name) => `Bonjour ${name},`,
  placed: {
    subject: (order, store) => `Votre commande ${order} – ${store}`,
    text: (order) => `Merci. Nous avons bien reçu votre commande ${order}.`,
  },
  shipped: {
    subject: (order, store) => `Votre commande ${order} est en route – ${store}`,
    text: (order) => `Votre commande ${order} est en route.`,
  },
  delivered: {
    subject: (order, store) => `Votre commande ${order} a été livrée – ${store}`,
    text: (order) => `Votre commande ${order} a été livrée. Merci pour votre achat.`,
  },
  refunded: {
    subject: (order, store) => `Remboursement de votre commande ${order} – ${store}`,
    text: (order, amount) => `Nous avons remboursé ${amount} en tout pour votre commande ${order}.`,
  },
  units: (quantity, product) => `${count(quantity)} × ${product}`,
  names: {
    subtotal: "Sous-total",
    discount: "Remise",
    delivery: "Livraison",
    rounding: "Arrondi",
    total: "Total",
    toPay: "À payer à la livraison",
    carrier: "Transporteur",
    trackingNumber: "Numéro de suivi",
  },
  followParcel: "Suivre le colis",
  newPassword: {
    subject: (store) => `Choisissez un nouveau mot de passe – ${store}`,
    text: (store) =>
      `Quelqu’un a demandé un nouveau mot de passe pour votre compte chez ${store}. Choisissez-le par ce lien\u00a0; il fonctionne une fois, pendant une heure.`,
    link: "Choisir un nouveau mot de passe",
    ignore: "Si ce n’était pas vous, vous n’avez rien à faire\u00a0: votre mot de passe reste le même.",
  },
  staffInvitation: {
    subject: (store) => `Invitation à travailler dans ${store}`,
    text: (store) =>
      `Vous êtes invité à travailler dans la boutique ${store}. Acceptez par ce lien\u00a0; il fonctionne une fois, pendant trois jours.`,
    link: "Accepter l’invitation",
    ignore: "Si vous ne connaissez pas cette boutique, vous n’avez rien à faire.",
  },
  staffPassword: {
    subject: (sender) => `Choisissez un nouveau mot de passe – ${sender}`,
    text: "Par ce lien, choisissez un nouveau mot de passe pour votre compte de travail\u00a0; il fonctionne une fois, pendant trois jours.",
    link: "Choisir un nouveau mot de passe",
    ignore: "Si vous ne l’avez pas demandé, vous n’avez rien à faire\u00a0: votre mot de passe reste le même.",
  },
});
