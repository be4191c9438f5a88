import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { ORIGIN } from "./people.ts";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

const USER_IS_THERE_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

/** A device that holds one passkey, without a browser. */
export class Authenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(16);

  /** What a browser sends to add the passkey. */
  create({ challenge }: { challenge: string }) {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const made = [Buffer.alloc(16), length, this.#id, Buffer.from(isoCBOR.encode(key))];
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ["fmt", "none"],
      ["attStmt", new Map<string, string>()],
      ["authData", new Uint8Array(this.#data(HAS_KEY, ...made))],
    ]);
    return this.#sent({
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
      clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** What a browser sends to sign in with it. */
  sign({ challenge }: { challenge: string }) {
    const data = this.#data(0);
    const client = clientData("webauthn.get", challenge);
    return this.#sent({
      authenticatorData: data.toString("base64url"),
      clientDataJSON: client.toString("base64url"),
      signature: createSign("sha256").update(data).update(sha256(client)).sign(this.#keys.privateKey, "base64url"),
    });
  }

  #data(flags: number, ...rest: Buffer[]): Buffer {
    return Buffer.concat([
      sha256(new URL(ORIGIN).hostname),
      Buffer.from([USER_IS_THERE_AND_VERIFIED | flags, 0, 0, 0, 0]),
      ...rest,
    ]);
  }

  #sent(response: object) {
    const id = this.#id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
}

const clientData = (type: string, challenge: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false }));
