import { isolated, quoted as quotedIn } from "../../core/text/quotes.ts";
import type { MessagesFor } from "./types.ts";

const quoted = quotedIn.ar;

export const arabic: MessagesFor = ({ count, plural }) => {
  /** A number of pieces, as the object of a verb or after a preposition. */
  const pieces = (number: number) =>
    plural(number, {
      one: "قطعة واحدة",
      two: "قطعتين",
      few: `${count(number)} قطع`,
      other: `${count(number)} قطعة`,
    });
  /** A number of further pieces. */
  const morePieces = (number: number) =>
    plural(number, {
      one: "قطعة واحدة أخرى",
      two: "قطعتين أخريين",
      few: `${count(number)} قطع أخرى`,
      other: `${count(number)} قطعة أخرى`,
    });
  return {
    percentOff: (percent) => `خصم ${percent}`,
    amountOff: (amount) => `خصم ${amount}`,
    freeDelivery: "توصيل مجاني",
    buyGetFree: (buy, get) => `اشترِ ${pieces(buy)} واحصل على ${pieces(get)} مجانًا`,
    buyGetOff: (buy, get, percent) => `اشترِ ${pieces(buy)} واحصل على خصم ${percent} على ${pieces(get)}`,
    titled: (title, text) => `${isolated(title)}: ${text}`,
    saved: (what, amount) => `${isolated(what)} — توفّر ${amount}`,
    nothingApplies: "لا ينطبق أي عرض على هذه السلة.",
    hintAmount: (amount, title) => `أضف منتجات بقيمة ${amount} للاستفادة من ${quoted(title)}.`,
    hintUnits: (units, title) => `أضف ${morePieces(units)} للاستفادة من ${quoted(title)}.`,
    refusal: {
      unknown: (code) => `الرمز ${quoted(code)} غير موجود.`,
      inactive: (code) => `الرمز ${quoted(code)} غير مفعّل حاليًا.`,
      not_started: (code, from) => `الرمز ${quoted(code)} صالح ابتداءً من ${from}.`,
      expired: (code) => `انتهت صلاحية الرمز ${quoted(code)}.`,
      used_up: (code) => `استُنفد عدد مرات استعمال الرمز ${quoted(code)}.`,
      used_by_customer: (code) => `لقد استعملت الرمز ${quoted(code)} بقدر ما يُسمح به لكل زبون.`,
      no_match: (code) => `الرمز ${quoted(code)} يخص منتجات أخرى غير التي في السلة.`,
      empty: (code) => `أضف منتجًا إلى السلة لاستعمال الرمز ${quoted(code)}.`,
      min_order_amount: (code, amount) => `أضف منتجات بقيمة ${amount} لاستعمال الرمز ${quoted(code)}.`,
      min_quantity: (code, units) => `أضف ${morePieces(units)} من المنتجات التي يشملها الرمز ${quoted(code)}.`,
      saves_nothing: (code) => `لا يوجد ما يخصمه الرمز ${quoted(code)}.`,
      better_offer: (code) => `لا يمكن الجمع بين الرمز ${quoted(code)} والعرض الذي يوفّر لك أكثر.`,
    },
  };
};
