import type { MessagesFor } from "./types.ts";

export const english: MessagesFor = ({ count }) => ({
  percentOff: (percent) => `${percent} off`,
  amountOff: (amount) => `${amount} off`,
  freeDelivery: "Free delivery",
  buyGetFree: (buy, get) => `Buy ${count(buy)}, get ${count(get)} free`,
  buyGetOff: (buy, get, percent) => `Buy ${count(buy)}, get ${count(get)} at ${percent} off`,
  titled: (title, text) => `${title}: ${text}`,
  saved: (what, amount) => `${what} — you save ${amount}`,
  nothingApplies: "No promotion applies to this cart.",
  hintAmount: (amount, title) => `Add ${amount} more to get "${title}".`,
  hintUnits: (units, title) => `Add ${count(units)} more to get "${title}".`,
  refusal: {
    unknown: (code) => `There is no code "${code}".`,
    inactive: (code) => `The code "${code}" is not active at the moment.`,
    not_started: (code, from) => `The code "${code}" is valid from ${from}.`,
    expired: (code) => `The code "${code}" has expired.`,
    used_up: (code) => `The code "${code}" has been used up.`,
    used_by_customer: (code) => `You have used the code "${code}" as often as one customer may.`,
    no_match: (code) => `The code "${code}" is for other products than those in the cart.`,
    empty: (code) => `Put something into the cart to use the code "${code}".`,
    min_order_amount: (code, amount) => `Add ${amount} more to use the code "${code}".`,
    min_quantity: (code, units) => `Add ${count(units)} more of the products the code "${code}" is for.`,
    saves_nothing: (code) => `There is nothing for the code "${code}" to take off.`,
    better_offer: (code) => `The code "${code}" cannot be combined with the offer that saves you more.`,
  },
});
