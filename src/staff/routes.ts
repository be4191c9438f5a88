import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { foldEmail } from "../core/text/email.ts";
import { networkOf } from "../http/client-address.ts";
import { CONSOLE_TAG, type Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { clearSession, requireConsolePage, sessionSecret, setSession } from "../http/person.ts";
import {
  acceptInvitation,
  changePassword,
  emailOfLink,
  resetPassword,
  showLink,
  signIn,
  signInByLink,
} from "./enter.ts";
import { leaveStore } from "./members.ts";
import { type PasskeyRouteOptions, passkeyRoutes } from "./passkeys/routes.ts";
import {
  Acceptance,
  Done,
  IdPath,
  Leaving,
  LinkShown,
  OfLink,
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

export type ConsoleOptions = Pick<PasskeyRouteOptions, "database" | "passwords" | "challenges" | "originOf">;

/** What the pages of the console ask for before a store is chosen. The session is a cookie. */
export const consoleRoutes: FastifyPluginAsyncTypebox<ConsoleOptions> = async (app, services) => {
  const { database, originOf } = services;
  const secretOf = (request: FastifyRequest) => sessionSecret(request, originOf(request));
  const deviceOf = (request: FastifyRequest): Device => ({
    address: networkOf(request.ip),
    browser: request.headers["user-agent"] ?? "",
    secret: secretOf(request),
  });
  const who = (request: FastifyRequest) => requireSession(database, secretOf(request));
  /** Tries of the password of who is signed in count as sign-ins of the account, however many sessions send them. */
  const ofSession = async (request: FastifyRequest) => (await who(request)).email;
  /** So do those with an invitation. */
  const ofInvited = async (request: FastifyRequest) =>
    (await emailOfLink(services, ofLink(request))) ?? ofLink(request);
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
      config: { ...STRICT, signInAccount: ofInvited },
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
      config: { ...STRICT, signInAccount: ofSession },
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

  await app.register(passkeyRoutes, { ...services, secretOf, deviceOf, ofSession, open });
};
