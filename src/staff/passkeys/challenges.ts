import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** How long a passkey may take to answer. */
const LIFETIME_MS = 5 * 60_000;
const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const STAMP_BYTES = TIME_BYTES + RANDOM_BYTES;

/**
 * Makes what passkeys sign, and recognises it: the time, random bytes and an HMAC over both. Nothing is stored, so that nobody fills a
 * table by asking; that a challenge is answered once, the time of the last one says, which is stored with each passkey.
 */
export class PasskeyChallenges {
  readonly #keys: Buffer[];

  /** The first key signs, all are accepted. */
  constructor(keys: Buffer[]) {
    this.#keys = keys;
  }

  /** `purpose`: a challenge that was made for another one is not recognised. */
  make(purpose: string, now = Date.now()): Uint8Array<ArrayBuffer> {
    const stamp = Buffer.alloc(STAMP_BYTES);
    stamp.writeUIntBE(now, 0, TIME_BYTES);
    randomBytes(RANDOM_BYTES).copy(stamp, TIME_BYTES);
    return new Uint8Array(Buffer.concat([stamp, macOf(this.#keys[0] as Buffer, purpose, stamp)]));
  }

  /** When the challenge (base64url) was made, ISO 8601; undefined when it was not made here for this purpose, or five minutes ago. */
  timeOf(challenge: string, purpose: string, now = Date.now()): string | undefined {
    const bytes = Buffer.from(challenge, "base64url");
    const [stamp, mac] = [bytes.subarray(0, STAMP_BYTES), bytes.subarray(STAMP_BYTES)];
    if (stamp.length < STAMP_BYTES) return undefined;
    const isOurs = this.#keys.some((key) => isSame(mac, macOf(key, purpose, stamp)));
    const made = stamp.readUIntBE(0, TIME_BYTES);
    return isOurs && now - made <= LIFETIME_MS ? new Date(made).toISOString() : undefined;
  }
}

const macOf = (key: Buffer, purpose: string, stamp: Buffer): Buffer =>
  createHmac("sha256", key).update(`${purpose}\n`).update(stamp).digest();

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
