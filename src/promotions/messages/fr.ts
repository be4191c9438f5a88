import { quoted as quotedIn } from "../../core/text/quotes.ts";
import type { MessagesFor } from "./types.ts";

const quoted = quotedIn.fr;

export const french: MessagesFor = ({ count, plural }) => {
  const items = (number: number) => plural(number, { one: "article", other: "articles" });
  const bought = (number: number) =>
    `${count(number)} ${items(number)} ${plural(number, { one: "acheté", other: "achetés" })}`;
  const concerned = (number: number) =>
    `${count(number)} ${items(number)} ${plural(number, { one: "concerné", other: "concernés" })}`;
  const next = (number: number) => plural(number, { one: "le suivant", other: `les ${count(number)} suivants` });
  return {
    percentOff: (percent) => `${percent} de remise`,
    amountOff: (amount) => `${amount} de remise`,
    freeDelivery: "Livraison gratuite",
    buyGetFree: (buy, get) => `${bought(buy)}, ${count(get)} ${plural(get, { one: "offert", other: "offerts" })}`,
    buyGetOff: (buy, get, percent) => `${bought(buy)}, ${percent} de remise sur ${next(get)}`,
    titled: (title, text) => `${title}\u00a0: ${text}`,
    saved: (what, amount) => `${what} — vous économisez ${amount}`,
    nothingApplies: "Aucune promotion ne s’applique à ce panier.",
    hintAmount: (amount, title) => `Ajoutez encore ${amount} pour profiter de ${quoted(title)}.`,
    hintUnits: (units, title) => `Ajoutez encore ${count(units)} ${items(units)} pour profiter de ${quoted(title)}.`,
    refusal: {
      unknown: (code) => `Le code ${quoted(code)} n’existe pas.`,
      inactive: (code) => `Le code ${quoted(code)} n’est pas actif en ce moment.`,
      not_started: (code, from) => `Le code ${quoted(code)} est valable à partir du ${from}.`,
      expired: (code) => `Le code ${quoted(code)} a expiré.`,
      used_up: (code) => `Le code ${quoted(code)} a atteint sa limite d’utilisation.`,
      used_by_customer: (code) => `Vous avez atteint la limite d’utilisation du code ${quoted(code)} par client.`,
      no_match: (code) => `Le code ${quoted(code)} concerne d’autres articles que ceux du panier.`,
      empty: (code) => `Ajoutez un article au panier pour utiliser le code ${quoted(code)}.`,
      min_order_amount: (code, amount) => `Ajoutez encore ${amount} pour utiliser le code ${quoted(code)}.`,
      min_quantity: (code, units) => `Ajoutez encore ${concerned(units)} par le code ${quoted(code)}.`,
      saves_nothing: (code) => `Le code ${quoted(code)} ne donne droit à aucune remise sur ce panier.`,
      better_offer: (code) => `Le code ${quoted(code)} ne se cumule pas avec l’offre qui vous fait économiser plus.`,
    },
  };
};
