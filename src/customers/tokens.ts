import { createHash, hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { isId } from "../core/ids.ts";

/** What a token states: its customer, and the version of their password when it was issued. */
export interface Claim {
  customer_id: string;
  password_version: number;
}

const ALGORITHM = "HS256";
const ISSUER = "hanout";
const LIFETIME = "7 days";
/** Seconds by which the clocks of servers may differ. */
const CLOCK_DIFFERENCE = 60;

interface Key {
  id: string;
  secret: Uint8Array;
}

/** Issues and verifies customers' tokens: JWTs for one store (the audience) and one customer (the subject). */
export class CustomerTokens {
  readonly #signing: Key;
  readonly #accepted: Map<string, Key>;

  /** The first secret signs, and all are accepted: to rotate, put a new one in front and remove the old one a week later. */
  constructor(secrets: string[]) {
    const keys = secrets.map((secret) => ({ id: idOf(secret), secret: new TextEncoder().encode(secret) }));
    const [first] = keys;
    if (!first) throw new Error("no secret to sign customers' tokens with");
    this.#signing = first;
    this.#accepted = new Map(keys.map((key) => [key.id, key]));
  }

  /** Keys for another purpose, derived from each secret in order (HKDF, RFC 5869). They never sign customers' tokens. */
  keysFor(purpose: string): Buffer[] {
    const keyOf = ({ secret }: Key) => Buffer.from(hkdfSync("sha256", secret, "", `hanout ${purpose}`, 32));
    return [...this.#accepted.values()].map(keyOf);
  }

  issue(siteId: string, { customer_id, password_version }: Claim): Promise<string> {
    return new SignJWT({ pv: password_version })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.#signing.id })
      .setIssuer(ISSUER)
      .setAudience(siteId)
      .setSubject(customer_id)
      .setIssuedAt()
      .setExpirationTime(LIFETIME)
      .sign(this.#signing.secret);
  }

  /** The token's claim; undefined when the token is malformed, forged, expired, of another store, or issued in the future. */
  async verify(siteId: string, token: string): Promise<Claim | undefined> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#secretOf(kid), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: siteId,
        requiredClaims: ["sub", "exp", "iat", "pv"],
      });
      const { sub, pv, iat } = payload;
      const isIssued = (iat as number) <= Date.now() / 1000 + CLOCK_DIFFERENCE;
      const isComplete = isIssued && typeof sub === "string" && isId(sub) && Number.isSafeInteger(pv);
      return isComplete ? { customer_id: sub, password_version: pv as number } : undefined;
    } catch {
      return undefined;
    }
  }

  #secretOf(kid: string | undefined): Uint8Array {
    const key = this.#accepted.get(kid ?? "");
    if (!key) throw new Error("signed with a key that is not accepted");
    return key.secret;
  }
}

const idOf = (secret: string): string => createHash("sha256").update(`kid ${secret}`).digest("base64url").slice(0, 8);
