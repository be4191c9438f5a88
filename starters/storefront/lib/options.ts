import type { ProductCard } from "@hanout/client/shop";
import { fold } from "./fold";
import type { Locale } from "./locales";

/** The languages of the names below. */
const NAMED: Locale[] = ["ar", "fr", "en"];

/** The names of options that the shop can say in each of `NAMED`. Others stay as the merchant wrote them. */
const KINDS = {
  size: ["المقاس", "Taille", "Size"],
  shoeSize: ["مقاس الحذاء", "Pointure", "Shoe size"],
  colour: ["اللون", "Couleur", "Colour"],
  material: ["الخامة", "Matière", "Material"],
  fabric: ["القماش", "Tissu", "Fabric"],
  pattern: ["النقشة", "Motif", "Pattern"],
  model: ["الموديل", "Modèle", "Model"],
  fit: ["القَصّة", "Coupe", "Fit"],
  finish: ["التشطيب", "Finition", "Finish"],
  dimensions: ["الأبعاد", "Dimensions", "Dimensions"],
  length: ["الطول", "Longueur", "Length"],
  width: ["العرض", "Largeur", "Width"],
  height: ["الارتفاع", "Hauteur", "Height"],
  diameter: ["القطر", "Diamètre", "Diameter"],
  weight: ["الوزن", "Poids", "Weight"],
  capacity: ["السعة", "Contenance", "Capacity"],
  quantity: ["الكمية", "Quantité", "Quantity"],
  packaging: ["التغليف", "Conditionnement", "Packaging"],
  scent: ["الرائحة", "Parfum", "Scent"],
  flavour: ["النكهة", "Saveur", "Flavour"],
} as const;

const OTHER_NAMES: Record<string, keyof typeof KINDS> = {
  color: "colour",
  coloris: "colour",
  لون: "colour",
  مقاس: "size",
};

const BY_NAME: Record<string, keyof typeof KINDS> = {
  ...OTHER_NAMES,
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [fold(name), kind as keyof typeof KINDS])),
  ),
};

const kindOf = (name: string) => BY_NAME[fold(name)];

export const isColour = (name: string): boolean => kindOf(name) === "colour";

/** What the shop calls an option. */
export function optionName(name: string, locale: Locale): string {
  const kind = kindOf(name);
  return kind ? (KINDS[kind][NAMED.indexOf(locale)] ?? name) : name;
}

type Sized = Pick<ProductCard, "options" | "variants">;

/** The sizes of a product, each with whether it can be bought. Options with long values are none. */
export function sizesOf({ options, variants }: Sized): { value: string; isLeft: boolean }[] {
  const sizes = options.find(({ name, values }) => !isColour(name) && values.every((value) => value.length <= 4));
  if (!sizes) return [];
  return sizes.values.map((value) => ({
    value,
    isLeft: variants.some(({ in_stock, option_values }) => in_stock && option_values[sizes.name] === value),
  }));
}

export type Chosen = Record<string, string>;

/** The variant with all values that were chosen. */
export const variantOf = <V extends { option_values: Chosen }>(
  { options, variants }: { options: { name: string }[]; variants: V[] },
  chosen: Chosen,
): V | undefined =>
  variants.find(({ option_values }) => options.every(({ name }) => option_values[name] === chosen[name]));
