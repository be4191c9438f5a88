import { words } from "../../core/text/fold.ts";

/** Colours and sizes, in the forms that shoppers write. Not here: what is a thing, too, such as rose or orange. */
const COLOURS_AND_SIZES = new Set(
  words(`
    noir noire noirs noires blanc blanche blancs blanches rouge rouges bleu bleue bleus bleues vert verte verts vertes
    jaune jaunes gris grise grises brun brune bruns brunes marron beige violet violette
    black white red blue green yellow grey gray brown pink purple
    أسود سوداء كحل كحلة أبيض بيضاء بيضة أحمر حمراء حمرة أزرق زرقاء زرقة أخضر خضراء خضرة أصفر صفراء صفرة بني بنية رمادي رمادية بيج
    xs xl xxl xxxl taille pointure petit petite petits petites grand grande grands grandes
    size small medium large
    مقاس صغير صغيرة كبير كبيرة
  `),
);

const NUMBER = /^\p{L}?\p{N}+\p{L}{0,2}$/u; // 42, 65w, a5
const UNIT = /^(?:\p{L}|kg|ml|cl|cm|mm|mah|litres?|grammes?|لتر|غرام|كغ|سم)$/u; // a letter is a size, too: S, M, L

/** Whether a folded word is a colour, a size, a number or a unit: it says which one of a thing, and not what thing. */
export const isQualifier = (word: string): boolean =>
  COLOURS_AND_SIZES.has(word) || NUMBER.test(word) || UNIT.test(word);
