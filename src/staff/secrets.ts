import { hash, randomBytes } from "node:crypto";

/** What a cookie or a link holds: 256 random bits, so that its hash need not be slow. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** What is stored of a secret: its SHA-256. */
export const hashOf = (secret: string): Buffer => hash("sha256", secret, "buffer");
