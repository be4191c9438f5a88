const ATOM = '[^\\s@<>()\\[\\]\\\\,;:".]+'; // of any script: addresses are not only ASCII (RFC 6531)
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]*[\\p{L}\\p{N}\\p{M}])?";
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, "u");
const LONGEST = 254; // RFC 5321, section 4.5.3.1.3

/** How addresses are compared: without case, outer spaces and ways to write an accent. */
export const foldEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** The address without outer spaces; undefined when it is none. Whether anybody reads it, only a letter can tell. */
export function readEmail(text: string): string | undefined {
  const email = text.trim();
  return email.length <= LONGEST && EMAIL.test(email) ? email : undefined;
}
