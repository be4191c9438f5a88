interface Placed {
  customer_wilaya?: string | null;
  customer_commune?: string | null;
}

/** Where somebody lives, as it was typed: `Alger · Kouba`. */
export const placeOf = ({ customer_wilaya, customer_commune }: Placed): string =>
  [customer_wilaya, customer_commune].filter(Boolean).join(" · ");
