const ATOM = '[^\\s@<>()\\[\\]\\\\,;:".]+'; // any script: addresses may be non-ASCII (RFC 6531)
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]*[\\p{L}\\p{N}\\p{M}])?";
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, "u");
const MAX_LENGTH = 254; // RFC 5321, section 4.5.3.1.3

/** The form in which addresses are compared: trimmed, lower case, Unicode NFC. */
export const foldEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** The trimmed address; undefined when the text is not an e-mail address. Whether the mailbox exists is not checked. */
export function readEmail(text: string): string | undefined {
  const email = text.trim();
  return email.length <= MAX_LENGTH && EMAIL.test(email) ? email : undefined;
}
