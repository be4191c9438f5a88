import { expect, test } from "vitest";
import { fold } from "../../src/core/text/fold.ts";
import { rowsForOwner } from "../support/app.ts";

test.each([
  "Zoé Benaïssa ÉCOLE ÅNGSTRÖM",
  "Lebœuf ŒUVRE Curriculum VITÆ æther Straße",
  "Øre ølet Łódź złoty Đorđe ışık",
  "أإآٱ ة ى ی ئ ؤ ک گ ڤ پ",
  "مُحَمَّد عليـــــي ٱلرَّحْمٰن",
  "٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹",
  "soft\u00adhyphen \u202bمرحبا\u202c zero\u200bwidth",
])("the database folds %s like the server does", async (text) => {
  const [row] = (await rowsForOwner("select folded_text($1) as folded", [text])) as { folded: string }[];

  expect(row?.folded).toBe(fold(text));
});
