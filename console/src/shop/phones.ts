/** A number as people of the country write it: `0661 44 55 66`; numbers of other countries in groups of three. */
export function phoneText(phone: string): string {
  const national = /^\+213(\d{8,9})$/.exec(phone)?.[1];
  if (national?.length === 9) return `0${national}`.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})$/, "$1 $2 $3 $4");
  if (national) return `0${national}`.replace(/^(\d{3})(\d{2})(\d{2})(\d{2})$/, "$1 $2 $3 $4");
  return phone;
}

/** Opens the phone of the device with the number. */
export const callAddress = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, "")}`;

/** Opens WhatsApp with the number, and with words to send. Undefined for a number without its country. */
export function whatsAppAddress(phone: string, words = ""): string | undefined {
  if (!phone.startsWith("+")) return undefined;
  return `https://wa.me/${phone.replaceAll(/\D/g, "")}${words && `?text=${encodeURIComponent(words)}`}`;
}
