import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CONSOLE_TAG } from "../../http/docs/openapi.ts";
import { refuses } from "../../http/errors.ts";
import {
  Done,
  IdPath,
  NewPasskey,
  PasskeyAdded,
  PasskeyAnswer,
  PasskeyList,
  PasskeyOffer,
  PasskeyOptions,
} from "../schema.ts";
import { type Device, type OpenedSession, requireSession } from "../sessions.ts";
import {
  addPasskey,
  askForPasskey,
  offerPasskey,
  type PasskeyServices,
  removePasskey,
  showPasskeys,
  signInByPasskey,
} from "./passkeys.ts";

const STRICT = { typeErrorsAs422: "everything" } as const;
const OF_ANYBODY = { tags: [CONSOLE_TAG], security: [] };
const OF_PERSON = { tags: [CONSOLE_TAG], security: [{ session: [] }] };

/** What the routes of the console have in common. */
export interface PasskeyRouteOptions extends PasskeyServices {
  originOf: (request: FastifyRequest) => string;
  secretOf: (request: FastifyRequest) => string | undefined;
  deviceOf: (request: FastifyRequest) => Device;
  /** Whose tries of a password a request counts among. */
  ofSession: (request: FastifyRequest) => Promise<string>;
  /** Sets the cookie of a session. */
  open: (request: FastifyRequest, reply: FastifyReply, opened: OpenedSession, stays?: boolean) => { success: boolean };
}

/** Passkeys: to add one, to sign in with it, and to remove it. */
export const passkeyRoutes: FastifyPluginAsyncTypebox<PasskeyRouteOptions> = async (app, services) => {
  const { database, originOf, secretOf, deviceOf, ofSession, open } = services;
  const who = (request: FastifyRequest) => requireSession(database, secretOf(request));

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
      config: { ...STRICT, signInAccount: ofSession },
      schema: {
        operationId: "console.offerPasskey",
        summary: "Begin to add a passkey",
        description: "For who knows the password. Answers what the browser makes it from.",
        ...OF_PERSON,
        body: PasskeyOffer,
        response: {
          200: PasskeyOptions,
          ...refuses(
            "passkeys_unavailable",
            "not_signed_in",
            "invalid_credentials",
            "malformed_json",
            "invalid_value",
            "foreign_origin",
          ),
        },
      },
    },
    async (request) => offerPasskey(services, deviceOf(request), await who(request), originOf(request), request.body),
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
    async (request) => {
      await removePasskey(database, await who(request), request.params.id);
      return { success: true };
    },
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
