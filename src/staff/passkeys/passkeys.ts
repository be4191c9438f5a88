import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { isId, newId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import type { Database } from "../../db/database.ts";
import { aboveStores } from "../above-stores.ts";
import { lockAccount, type SessionRow } from "../queries.ts";
import {
  checkPassword,
  type Device,
  lockSignedIn,
  type OpenedSession,
  openSession,
  type SignInServices,
} from "../sessions.ts";
import type { PasskeyChallenges } from "./challenges.ts";
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, recordAnswer } from "./queries.ts";

/** What passkeys need. The library is loaded when it is first used. */
export interface PasskeyServices extends SignInServices {
  challenges: PasskeyChallenges;
}

const RP_NAME = "Hanout";
const MAX_PASSKEYS = 20;

/** Passkeys belong to a host name, which browsers trust with them over https, or when it is localhost. Throws `passkeys_unavailable`. */
function hostOf(origin: string): string {
  const { hostname, protocol } = URL.canParse(origin) ? new URL(origin) : { hostname: "", protocol: "" }; // clients name the host
  const isTrusted = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
  if (isTrusted && !isIP(hostname) && !hostname.startsWith("[")) return hostname;
  throw new Problem("passkeys_unavailable", `Passkeys need a host name and https, or localhost; this is ${origin}.`);
}

/**
 * What a browser needs to make a passkey, for who knows the password: a session that was stolen opens the account no longer than it lasts.
 * Throws `passkeys_unavailable`, `overloaded` and `invalid_credentials`.
 */
export async function offerPasskey(
  services: PasskeyServices,
  device: Device,
  { account_id, session_id, email, account_name }: SessionRow,
  origin: string,
  { current_password }: { current_password: string },
): Promise<object> {
  const rpID = hostOf(origin);
  await checkPassword(services, device.address, { email, password: current_password });
  const { database, challenges } = services;
  const existing = await database.transact(aboveStores(), (db) => listPasskeys(db, account_id));
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID,
    userName: email,
    userDisplayName: account_name,
    userID: new Uint8Array(Buffer.from(account_id)),
    challenge: challenges.make(`add ${session_id}`),
    attestationType: "none",
    excludeCredentials: existing.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Adds the passkey that a browser has made. Throws `passkeys_unavailable`, `invalid_value`, and `not_signed_in` when the session has ended meanwhile. */
export async function addPasskey(
  { database, challenges }: PasskeyServices,
  session: SessionRow,
  origin: string,
  { name, response }: { name: string; response: object },
): Promise<{ id: string }> {
  const { account_id, session_id } = session;
  const expectedRPID = hostOf(origin);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  let challengedAt: string | undefined;
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => {
      challengedAt = challenges.timeOf(challenge, `add ${session_id}`);
      return challengedAt !== undefined;
    },
    expectedOrigin: origin,
    expectedRPID,
  }).catch(() => undefined); // the library throws for each thing that does not fit
  if (!verified?.verified || challengedAt === undefined) throw notAdded("is not the answer to the challenge");
  const { id: credential_id, publicKey: public_key, counter, transports = [] } = verified.registrationInfo.credential;
  const passkey = {
    id: newId(),
    account_id,
    credential_id,
    public_key: Buffer.from(public_key),
    counter,
    transports,
    name,
  };
  const made = challengedAt;
  const added = await database.transact(aboveStores(), async (db) => {
    await lockSignedIn(db, session);
    if ((await listPasskeys(db, account_id)).length >= MAX_PASSKEYS)
      throw notAdded(`is one more than the ${MAX_PASSKEYS} that are allowed`);
    return insertPasskey(db, passkey, made);
  });
  if (added.length === 0) throw notAdded("is there already");
  return { id: passkey.id };
}

const notAdded = (message: string): Problem =>
  new Problem("invalid_value", `The passkey ${message}.`, { errors: [{ path: "response", message }] });

/** What a browser needs to sign in with a passkey. It is the same for everybody. Throws `passkeys_unavailable`. */
export async function askForPasskey({ challenges }: PasskeyServices, origin: string): Promise<object> {
  const rpID = hostOf(origin);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({ rpID, challenge: challenges.make("sign in"), userVerification: "required" });
}

/** Signs in with what a passkey has signed. Throws `passkeys_unavailable`; `invalid_credentials` for one that is not known, or was used before. */
export async function signInByPasskey(
  { database, challenges }: PasskeyServices,
  device: Device,
  origin: string,
  { response, stay = false }: { response: object; stay?: boolean },
): Promise<OpenedSession> {
  const expectedRPID = hostOf(origin);
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const given = response as AuthenticationResponseJSON;
  return database.transact(aboveStores(), async (db) => {
    const credentialId = String(given.id ?? "");
    const found = await findPasskey(db, credentialId);
    const account = found && (await lockAccount(db, found.account_id));
    const passkey = account && (await findPasskey(db, credentialId)); // a new password has removed it meanwhile
    if (!passkey) throw notAccepted();
    let challengedAt: string | undefined;
    const verified = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: (challenge) => {
        challengedAt = challenges.timeOf(challenge, "sign in");
        return challengedAt !== undefined;
      },
      expectedOrigin: origin,
      expectedRPID,
      credential: { id: passkey.credential_id, publicKey: passkey.public_key, counter: passkey.counter },
    }).catch(() => undefined);
    if (!verified?.verified || challengedAt === undefined) throw notAccepted();
    const recorded = await recordAnswer(db, passkey.id, verified.authenticationInfo.newCounter, challengedAt);
    if (recorded.length === 0) throw notAccepted();
    return openSession(db, account, device, stay);
  });
}

const notAccepted = (): Problem =>
  new Problem("invalid_credentials", "The passkey is not known here, or its answer is not valid.");

/** The passkeys of a person. */
export async function showPasskeys(database: Database, { account_id }: SessionRow) {
  const rows = await database.transact(aboveStores(), (db) => listPasskeys(db, account_id));
  return { data: rows.map(({ id, name, created_at }) => ({ id, name, created_at })) };
}

/** Throws `passkey_not_found`. */
export async function removePasskey(database: Database, { account_id }: SessionRow, id: string): Promise<void> {
  const removed = !isId(id) ? [] : await database.transact(aboveStores(), (db) => deletePasskey(db, account_id, id));
  if (removed.length === 0) throw new Problem("passkey_not_found", "You have no such passkey.");
}
