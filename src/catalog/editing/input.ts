/** What may be said of a product when it is made or changed. Amounts are minor units of the store's currency. */
export interface ProductInput {
  /** Lower case letters, digits and hyphens; the product's address and its identity for create-or-update. */
  slug: string;
  name: string;
  /** HTML. */
  description: string | null;
  status: "active" | "draft" | "archived";
  category_id: string | null;
  vendor: string | null;
  product_type: string | null;
  tags: string[];
  images: { url: string; alt: string | null }[];
  /** At most three, in the order shown. Empty: a simple product, with exactly one variant. */
  options: { name: string; values: string[] }[];
  variants: VariantInput[];
  seo_title: string | null;
  seo_description: string | null;
  is_physical: boolean;
  charge_tax: boolean;
}

export interface VariantInput {
  /** Of a variant whose option values change; else it is known by those. */
  id?: string;
  /** One value for each of the product's options: `{ Taille: "M", Couleur: "Noir" }`. */
  option_values: Record<string, string>;
  sku: string | null;
  barcode: string | null;
  price: number;
  compare_at_price: number | null;
  /** The merchant's own cost; never shown to shoppers. */
  cost: number | null;
  inventory_quantity: number;
  track_quantity: boolean;
  continue_selling_when_out_of_stock: boolean;
  image_url: string | null;
  weight: number | null;
  weight_unit: "g" | "kg" | "oz" | "lb";
}
