import type { Language } from "../../core/text/locale.ts";

/**
 * The usual names of options, one line for each meaning; the first name of a language is the one that shoppers see. No name
 * stands in two lines. docs/api.md has this table for merchants.
 */
// biome-ignore format: a table
export const USUAL_NAMES: Record<Language, [shown: string, ...others: string[]]>[] = [
  { fr: ["Taille", "Tailles"], en: ["Size", "Sizes"], ar: ["المقاس", "مقاس", "المقاسات", "القياس", "الحجم"] },
  { fr: ["Pointure", "Pointures"], en: ["Shoe size"], ar: ["مقاس الحذاء", "نمرة الحذاء", "رقم الحذاء", "النمرة"] },
  { fr: ["Couleur", "Couleurs", "Coloris"], en: ["Colour", "Color", "Colours", "Colors"], ar: ["اللون", "لون", "الألوان"] },
  { fr: ["Matière", "Matières", "Matériau"], en: ["Material", "Materials"], ar: ["الخامة", "خامة", "المادة"] },
  { fr: ["Tissu"], en: ["Fabric"], ar: ["القماش", "قماش"] },
  { fr: ["Motif"], en: ["Pattern"], ar: ["النقشة", "نقشة"] },
  { fr: ["Modèle"], en: ["Model"], ar: ["الموديل", "موديل", "الطراز"] },
  { fr: ["Coupe"], en: ["Fit", "Cut"], ar: ["القَصّة", "قَصّة"] },
  { fr: ["Finition"], en: ["Finish"], ar: ["التشطيب"] },
  { fr: ["Dimensions", "Dimension"], en: ["Dimensions"], ar: ["الأبعاد", "أبعاد"] },
  { fr: ["Longueur"], en: ["Length"], ar: ["الطول", "طول"] },
  { fr: ["Largeur"], en: ["Width"], ar: ["العرض", "عرض"] },
  { fr: ["Hauteur"], en: ["Height"], ar: ["الارتفاع", "الإرتفاع", "ارتفاع"] },
  { fr: ["Diamètre"], en: ["Diameter"], ar: ["القطر", "قطر"] },
  { fr: ["Poids"], en: ["Weight"], ar: ["الوزن", "وزن"] },
  { fr: ["Contenance", "Capacité"], en: ["Capacity"], ar: ["السعة", "سعة"] },
  { fr: ["Quantité"], en: ["Quantity"], ar: ["الكمية", "كمية"] },
  { fr: ["Conditionnement", "Emballage"], en: ["Packaging"], ar: ["التغليف", "تغليف"] },
  { fr: ["Parfum", "Senteur"], en: ["Scent", "Fragrance"], ar: ["الرائحة", "رائحة", "العطر"] },
  { fr: ["Saveur", "Goût"], en: ["Flavour", "Flavor"], ar: ["النكهة", "نكهة"] },
  { fr: ["Âge"], en: ["Age"], ar: ["العمر", "السن"] },
];
