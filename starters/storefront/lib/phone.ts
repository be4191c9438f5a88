/** A phone number of Algeria as people there write it, `0550 00 00 00`; others stay as they are. */
export function phoneText(phone: string): string {
  const digits = phone.replaceAll(/[\s.()-]/g, "").replace(/^(\+|00)213/, "0");
  if (/^0[567]\d{8}$/.test(digits)) return digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)$/, "$1 $2 $3 $4");
  if (/^0\d{8}$/.test(digits)) return digits.replace(/^(\d{3})(\d\d)(\d\d)(\d\d)$/, "$1 $2 $3 $4");
  return phone;
}

/** What a telephone dials. */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
