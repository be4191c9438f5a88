import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { foldEmail } from "../core/text/email.ts";
import { CONSOLE_TAG, type Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { clearSession, requireConsolePage, sessionSecret, setSession } from "../http/person.ts";
import { acceptInvitation, changePassword, resetPassword, showLink, signIn, signInByLink } from "./enter.ts";
import { leaveStore } from "./members.ts";
import {
  addPasskey,
  askForPasskey,
  offerPasskey,
  type PasskeyServices,
  removePasskey,
  showPasskeys,
  signInByPasskey,
} from "./passkeys.ts";
import {
  Acceptance,
  Done,
  IdPath,
  Leaving,
  LinkShown,
  NewPasskey,
  OfLink,
  PasskeyAdded,
  PasskeyAnswer,
  PasskeyList,
  PasskeyOptions,
  PasswordChange,
  PersonShown,
  Reset,
  SessionList,
  SignIn,
} from "./schema.ts";
import {
  closeSession,
  type Device,
  endOtherSessions,
  endSession,
  type OpenedSession,
  requireSession,
  type SignInServices,
  showPerson,
  showSessions,
  storeOf,
} from "./sessions.ts";

const DONE = { success: true };
const done = async (work: Promise<void>) => {
  await work;
  return DONE;
};
const STRICT = { typeErrorsAs422: "everything" } as const;
const ofLink = ({ body }: { body: unknown }) => (body as { link: string }).link;
const OF_ANYBODY = { tags: [CONSOLE_TAG], security: [] };
const OF_PERSON = { tags: [CONSOLE_TAG], security: [{ session: [] }] };

export const consoleTags: Tag[] = [
  {
    name: CONSOLE_TAG,
    description:
      "How people who work in stores sign in to the pages of this server, and keep their account. For these pages only.",
  },
];

export interface ConsoleOptions extends SignInServices, PasskeyServices {
  originOf: (request: FastifyRequest) => string;
}

/** What the pages of the console ask for before a store is chosen. The session is a cookie. */
export const consoleRoutes: FastifyPluginAsyncTypebox<ConsoleOptions> = async (app, services) => {
  const { database, originOf } = services;
  const secretOf = (request: FastifyRequest) => sessionSecret(request, originOf(request));
  const deviceOf = (request: FastifyRequest): Device => ({
    address: request.ip,
    browser: request.headers["user-agent"] ?? "",
    secret: secretOf(request),
  });
  const who = (request: FastifyRequest) => requireSession(database, secretOf(request));
  const open = (request: FastifyRequest, reply: FastifyReply, { secret, expires_at }: OpenedSession, stays = false) => {
    setSession(reply, originOf(request), secret, stays ? expires_at : null);
    return DONE;
  };
  app.addHook("onRequest", async (request) => requireConsolePage(request, originOf(request)));

  app.post(
    "/sign-in",
    {
      config: { ...STRICT, signInAccount: ({ body }) => foldEmail((body as { email: string }).email) },
      schema: {
        operationId: "console.signIn",
        summary: "Sign in",
        description: "Sets the cookie of a new session. The session that the browser had ends.",
        ...OF_ANYBODY,
        body: SignIn,
        response: { 200: Done, ...refuses("invalid_credentials", "malformed_json", "invalid_value", "foreign_origin") },
      },
    },
    async (request, reply) =>
      open(request, reply, await signIn(services, deviceOf(request), request.body), request.body.stay),
  );

  app.post(
    "/sign-in/link",
    {
      config: { ...STRICT, signInAccount: ofLink },
      schema: {
        operationId: "console.signInByLink",
        summary: "Sign in by a link",
        description: "With the link that the server prints for the owner of the demo. It works once.",
        ...OF_ANYBODY,
        body: OfLink,
        response: { 200: Done, ...refuses("link_not_found", "malformed_json", "invalid_value", "foreign_origin") },
      },
    },
    async (request, reply) => open(request, reply, await signInByLink(services, deviceOf(request), request.body)),
  );

  app.post(
    "/sign-out",
    {
      schema: {
        operationId: "console.signOut",
        summary: "Sign out",
        description: "Ends the session.",
        ...OF_PERSON,
        response: { 200: Done, ...refuses("foreign_origin") },
      },
    },
    async (request, reply) => {
      const secret = secretOf(request);
      if (secret !== undefined) await closeSession(database, secret);
      clearSession(reply, originOf(request));
      return DONE;
    },
  );

  app.post(
    "/links/show",
    {
      config: { ...STRICT, signInAccount: ofLink },
      schema: {
        operationId: "console.showLink",
        summary: "Show what a link is for",
        description: "Of an invitation, or of a link for a new password. It stays usable.",
        ...OF_ANYBODY,
        body: OfLink,
        response: { 200: LinkShown, ...refuses("link_not_found", "malformed_json", "invalid_value", "foreign_origin") },
      },
    },
    ({ body }) => showLink(services, body.link),
  );

  app.post(
    "/invitation",
    {
      config: { ...STRICT, signInAccount: ofLink },
      schema: {
        operationId: "console.acceptInvitation",
        summary: "Accept an invitation",
        description: "Uses the link up and signs in. Who has no account gets one; who has one sends its password.",
        ...OF_ANYBODY,
        body: Acceptance,
        response: {
          200: Done,
          ...refuses("link_not_found", "invalid_credentials", "malformed_json", "invalid_value", "foreign_origin"),
        },
      },
    },
    async (request, reply) => open(request, reply, await acceptInvitation(services, deviceOf(request), request.body)),
  );

  app.post(
    "/new-password",
    {
      config: { ...STRICT, signInAccount: ofLink },
      schema: {
        operationId: "console.resetPassword",
        summary: "Choose a new password by a link",
        description: "Uses the link up and signs in. All other sessions and all passkeys of the account end.",
        ...OF_ANYBODY,
        body: Reset,
        response: { 200: Done, ...refuses("link_not_found", "malformed_json", "invalid_value", "foreign_origin") },
      },
    },
    async (request, reply) => open(request, reply, await resetPassword(services, deviceOf(request), request.body)),
  );

  app.get(
    "/me",
    {
      schema: {
        operationId: "console.me",
        summary: "Show who is signed in",
        description: "The person, and the stores in which they work.",
        ...OF_PERSON,
        response: { 200: PersonShown, ...refuses("not_signed_in", "foreign_origin") },
      },
    },
    async (request) => showPerson(database, await who(request)),
  );

  app.post(
    "/password",
    {
      config: { ...STRICT, signInAccount: ({ headers }) => headers.cookie ?? "" },
      schema: {
        operationId: "console.changePassword",
        summary: "Change the password",
        description: "All other sessions end.",
        ...OF_PERSON,
        body: PasswordChange,
        response: {
          200: Done,
          ...refuses("not_signed_in", "invalid_credentials", "malformed_json", "invalid_value", "foreign_origin"),
        },
      },
    },
    async (request) => done(changePassword(services, deviceOf(request), await who(request), request.body)),
  );

  app.get(
    "/sessions",
    {
      schema: {
        operationId: "console.listSessions",
        summary: "List the own sessions",
        description: "The newest first.",
        ...OF_PERSON,
        response: { 200: SessionList, ...refuses("not_signed_in", "foreign_origin") },
      },
    },
    async (request) => showSessions(database, await who(request)),
  );

  app.delete(
    "/sessions/:id",
    {
      schema: {
        operationId: "console.endSession",
        summary: "End a session",
        description: "Whoever uses it must sign in again.",
        ...OF_PERSON,
        params: IdPath,
        response: { 200: Done, ...refuses("session_not_found", "not_signed_in", "foreign_origin") },
      },
    },
    async (request) => done(endSession(database, await who(request), request.params.id)),
  );

  app.delete(
    "/sessions",
    {
      schema: {
        operationId: "console.endOtherSessions",
        summary: "End all other sessions",
        description: "All but that of the request.",
        ...OF_PERSON,
        response: { 200: Done, ...refuses("not_signed_in", "foreign_origin") },
      },
    },
    async (request) => done(endOtherSessions(database, await who(request))),
  );

  app.post(
    "/leave",
    {
      config: STRICT,
      schema: {
        operationId: "console.leave",
        summary: "Leave a store",
        description: "Ends the own work in it at once. A store keeps an owner.",
        ...OF_PERSON,
        body: Leaving,
        response: {
          200: Done,
          ...refuses(
            "not_signed_in",
            "store_not_found",
            "member_not_found",
            "last_owner",
            "malformed_json",
            "invalid_value",
            "foreign_origin",
          ),
        },
      },
    },
    async (request) => {
      const found = await requireSession(database, secretOf(request), request.body.store);
      await database.transact(storeOf(found, request.body.store), (db) => leaveStore(db, found.account_id));
      return DONE;
    },
  );

  app.get(
    "/passkeys",
    {
      schema: {
        operationId: "console.listPasskeys",
        summary: "List the own passkeys",
        description: "The newest first.",
        ...OF_PERSON,
        response: { 200: PasskeyList, ...refuses("not_signed_in", "foreign_origin") },
      },
    },
    async (request) => showPasskeys(database, await who(request)),
  );

  app.post(
    "/passkeys/options",
    {
      schema: {
        operationId: "console.offerPasskey",
        summary: "Begin to add a passkey",
        description: "Answers what the browser makes it from.",
        ...OF_PERSON,
        response: { 200: PasskeyOptions, ...refuses("passkeys_unavailable", "not_signed_in", "foreign_origin") },
      },
    },
    async (request) => offerPasskey(services, await who(request), originOf(request)),
  );

  app.post(
    "/passkeys",
    {
      config: STRICT,
      schema: {
        operationId: "console.addPasskey",
        summary: "Add a passkey",
        description: "With what the browser has made.",
        ...OF_PERSON,
        body: NewPasskey,
        response: {
          200: PasskeyAdded,
          ...refuses("not_signed_in", "passkeys_unavailable", "malformed_json", "invalid_value", "foreign_origin"),
        },
      },
    },
    async (request) => addPasskey(services, await who(request), originOf(request), request.body),
  );

  app.delete(
    "/passkeys/:id",
    {
      schema: {
        operationId: "console.removePasskey",
        summary: "Remove a passkey",
        description: "It opens the account no more.",
        ...OF_PERSON,
        params: IdPath,
        response: { 200: Done, ...refuses("passkey_not_found", "not_signed_in", "foreign_origin") },
      },
    },
    async (request) => done(removePasskey(database, await who(request), request.params.id)),
  );

  app.post(
    "/sign-in/passkey/options",
    {
      schema: {
        operationId: "console.askForPasskey",
        summary: "Begin to sign in with a passkey",
        description: "Answers what the passkey signs. It is the same for everybody.",
        ...OF_ANYBODY,
        response: { 200: PasskeyOptions, ...refuses("passkeys_unavailable", "foreign_origin") },
      },
    },
    (request) => askForPasskey(services, originOf(request)),
  );

  app.post(
    "/sign-in/passkey",
    {
      config: { ...STRICT, signInAccount: ({ body }) => String((body as { response: { id?: unknown } }).response.id) },
      schema: {
        operationId: "console.signInByPasskey",
        summary: "Sign in with a passkey",
        description: "Sets the cookie of a new session.",
        ...OF_ANYBODY,
        body: PasskeyAnswer,
        response: {
          200: Done,
          ...refuses(
            "invalid_credentials",
            "passkeys_unavailable",
            "malformed_json",
            "invalid_value",
            "foreign_origin",
          ),
        },
      },
    },
    async (request, reply) => {
      const opened = await signInByPasskey(services, deviceOf(request), originOf(request), request.body);
      return open(request, reply, opened, request.body.stay);
    },
  );
};
