import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { CUSTOMER_OPTIONAL, CUSTOMER_REQUIRED } from "../http/customer.ts";
import { refuses } from "../http/errors.ts";
import { addAddress, makeDefault, removeAddress } from "./addresses.ts";
import { requireClaim, showCustomer } from "./customers.ts";
import {
  AddressAdded,
  AddressBook,
  AddressPath,
  CurrentCustomer,
  LogIn,
  MaybeCustomer,
  NewAddress,
  Session,
  SignUp,
} from "./schema.ts";
import { logIn, type SignInParts, signUp } from "./session.ts";

const TAGS = ["Customers"];
/** Here a wrong shape is a value that is not acceptable (spec section 7). */
const STRICT = { typeErrorsAs422: "everything" } as const;

export const customerRoutes: FastifyPluginAsyncTypebox<SignInParts> = async (app, parts) => {
  app.post(
    "/auth/signup",
    {
      config: { ...STRICT, bruteForceLimit: "password" },
      schema: {
        operationId: "signUp",
        summary: "Make an account",
        description: "Makes a customer of this store and signs them in. `user` repeats `customer`.",
        tags: TAGS,
        body: SignUp,
        response: { 201: Session, ...refuses("malformed_json", "email_taken", "invalid_value") },
      },
    },
    async ({ site, body }, reply) => reply.code(201).send(await signUp(site, parts, body)),
  );

  app.post(
    "/auth/login",
    {
      config: { ...STRICT, bruteForceLimit: "password" },
      schema: {
        operationId: "logIn",
        summary: "Sign in",
        description: "Answers a token for the customer's own endpoints. `user` repeats `customer`.",
        tags: TAGS,
        body: LogIn,
        response: { 200: Session, ...refuses("malformed_json", "invalid_credentials", "invalid_value") },
      },
    },
    ({ site, body }) => logIn(site, parts, body),
  );

  app.get(
    "/auth/me",
    {
      config: { customer: "required" },
      schema: {
        operationId: "getProfile",
        summary: "Show the signed-in customer",
        description: "The account of the token.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        response: { 200: CurrentCustomer, ...refuses("invalid_token") },
      },
    },
    async ({ site, claim }) => ({ customer: await site.transact((db) => showCustomer(db, requireClaim(claim))) }),
  );

  app.get(
    "/customers/me",
    {
      config: { customer: "optional" },
      schema: {
        operationId: "getCurrentCustomer",
        summary: "Show who is shopping",
        description: "The account of the token; `customer` is null without one.",
        tags: TAGS,
        security: CUSTOMER_OPTIONAL,
        response: { 200: MaybeCustomer, ...refuses("invalid_token") },
      },
    },
    async ({ site, claim }) => ({ customer: claim && (await site.transact((db) => showCustomer(db, claim))) }),
  );

  app.post(
    "/auth/me/addresses",
    {
      config: { ...STRICT, customer: "required" },
      schema: {
        operationId: "addAddress",
        summary: "Add an address",
        description: "The first address is the default by itself; at most 50.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        body: NewAddress,
        response: {
          201: AddressAdded,
          ...refuses("malformed_json", "invalid_token", "invalid_value", "too_many_addresses"),
        },
      },
    },
    async ({ site, claim, body }, reply) => {
      const address = await site.transact((db) => addAddress(db, requireClaim(claim), body));
      return reply.code(201).send({ success: true, address });
    },
  );

  app.patch(
    "/auth/me/addresses/:address_id/default",
    {
      config: { customer: "required" },
      schema: {
        operationId: "setDefaultAddress",
        summary: "Make an address the default",
        description: "Answers all of the customer's addresses.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        params: AddressPath,
        response: { 200: AddressBook, ...refuses("invalid_token", "address_not_found") },
      },
    },
    async ({ site, claim, params }) => {
      const addresses = await site.transact((db) => makeDefault(db, requireClaim(claim), params.address_id));
      return { success: true, addresses };
    },
  );

  app.delete(
    "/auth/me/addresses/:address_id",
    {
      config: { customer: "required" },
      schema: {
        operationId: "deleteAddress",
        summary: "Delete an address",
        description: "In place of the default, the newest other one becomes it. Answers all addresses that are left.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        params: AddressPath,
        response: { 200: AddressBook, ...refuses("invalid_token", "address_not_found") },
      },
    },
    async ({ site, claim, params }) => {
      const addresses = await site.transact((db) => removeAddress(db, requireClaim(claim), params.address_id));
      return { success: true, addresses };
    },
  );
};
