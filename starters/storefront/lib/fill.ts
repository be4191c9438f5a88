/** A text of the message files: one, or one for each form of a count, as `Intl.PluralRules` names them. */
export type Text = string | { [form in Intl.LDMLPluralRule]?: string };

type Values = Record<string, string | number>;

/**
 * Writes values into a text: `fill("ar", texts.items, { count: 3 })`. `{name}` is replaced. A text with forms takes the one
 * of `count`.
 */
export function fill(tag: string, text: Text, values: Values = {}): string {
  const form = typeof text === "string" ? text : formOf(tag, text, Number(values.count));
  return form.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

const formOf = (tag: string, forms: Exclude<Text, string>, count: number): string =>
  forms[new Intl.PluralRules(tag).select(count)] ?? forms.other ?? "";
