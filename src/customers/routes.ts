import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { foldEmail } from "../core/text/email.ts";
import { CUSTOMER_OPTIONAL, CUSTOMER_REQUIRED } from "../http/customer.ts";
import type { Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { shopperLocale } from "../http/language.ts";
import { changeProfile } from "./account/profile.ts";
import { forgotPassword, resetPassword } from "./account/reset.ts";
import { addAddress, changeAddress, makeDefaultAddress, removeAddress } from "./addresses.ts";
import { requireClaim, showCustomer } from "./customers.ts";
import {
  Accepted,
  AddressBook,
  AddressPatch,
  AddressPath,
  AddressSaved,
  CurrentCustomer,
  ForgotPassword,
  LogIn,
  MaybeCustomer,
  NewAddress,
  ProfilePatch,
  ResetPassword,
  Session,
  SignUp,
} from "./schema.ts";
import { logIn, type SignInServices, signUp } from "./session.ts";

const TAGS = ["Customers"];
/** A body of the wrong shape is refused with `invalid_value`. */
const STRICT = { typeErrorsAs422: "everything" } as const;
const signInAccount = ({ body }: { body: unknown }) => foldEmail((body as LogIn).email);

export const customerTags: Tag[] = [{ name: "Customers", description: "Customers' accounts and address books." }];

/** What these routes use: `sendsMail` says whether there is a mail server. */
type CustomerServices = SignInServices & { sendsMail: boolean };

export const customerRoutes: FastifyPluginAsyncTypebox<CustomerServices> = async (app, services) => {
  app.post(
    "/auth/signup",
    {
      config: { ...STRICT, signInAccount },
      schema: {
        operationId: "account.signUp",
        summary: "Create an account",
        description: "Creates a customer of this store and signs them in. `user` repeats `customer`.",
        tags: TAGS,
        body: SignUp,
        response: { 201: Session, ...refuses("malformed_json", "email_taken", "invalid_value") },
      },
    },
    async ({ site, body }, reply) => reply.code(201).send(await signUp(site, services, body)),
  );

  app.post(
    "/auth/login",
    {
      config: { ...STRICT, signInAccount },
      schema: {
        operationId: "account.logIn",
        summary: "Sign in",
        description: "Answers a token for the endpoints that need or accept a customer. `user` repeats `customer`.",
        tags: TAGS,
        body: LogIn,
        response: { 200: Session, ...refuses("malformed_json", "invalid_credentials", "invalid_value") },
      },
    },
    ({ site, body }) => logIn(site, services, body),
  );

  app.post(
    "/auth/password/forgot",
    {
      config: { ...STRICT, signInAccount },
      schema: {
        operationId: "account.forgotPassword",
        summary: "Ask for a link for a new password",
        description:
          "Answers the same whether an account has the e-mail or not. If one has, a mail with a link goes to it; the link works once, for an hour. No mail is sent where the server has no mail server, or the store no `settings.password_reset_url`.",
        tags: TAGS,
        body: ForgotPassword,
        response: { 202: Accepted, ...refuses("malformed_json", "invalid_value") },
      },
    },
    async (request, reply) => {
      const { site, body } = request;
      if (services.sendsMail) await forgotPassword(site, body.email, shopperLocale(request));
      return reply.code(202).send({ success: true });
    },
  );

  app.post(
    "/auth/password/reset",
    {
      config: { ...STRICT, signInAccount: ({ body }) => (body as ResetPassword).token },
      schema: {
        operationId: "account.resetPassword",
        summary: "Choose a new password",
        description:
          "Sets the password by the token of a link, and signs in. All other tokens of the customer end, and so do other links.",
        tags: TAGS,
        body: ResetPassword,
        response: { 200: Session, ...refuses("malformed_json", "invalid_value", "invalid_reset_token") },
      },
    },
    ({ site, body }) => resetPassword(site, services, body),
  );

  app.patch(
    "/auth/me",
    {
      config: { ...STRICT, customer: "required", signInAccount: ({ claim }) => claim?.customer_id ?? "" },
      schema: {
        operationId: "account.update",
        summary: "Change the signed-in customer",
        description: "Only what is sent changes. A new e-mail needs `current_password`.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        body: ProfilePatch,
        response: {
          200: CurrentCustomer,
          ...refuses("malformed_json", "invalid_token", "invalid_value", "email_taken"),
        },
      },
    },
    async ({ site, claim, body }) => ({ customer: await changeProfile(site, services, requireClaim(claim), body) }),
  );

  app.get(
    "/auth/me",
    {
      config: { customer: "required" },
      schema: {
        operationId: "account.get",
        summary: "Show the signed-in customer",
        description: "Answers the account of the token.",
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
        operationId: "account.current",
        summary: "Show who is shopping",
        description: "Answers the account of the token. Without a token `customer` is null.",
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
        operationId: "addresses.add",
        summary: "Add an address",
        description: "The first address automatically becomes the default. A customer has at most 50 addresses.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        body: NewAddress,
        response: {
          201: AddressSaved,
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
    "/auth/me/addresses/:address_id",
    {
      config: { ...STRICT, customer: "required" },
      schema: {
        operationId: "addresses.update",
        summary: "Change an address",
        description:
          "Only what is sent changes. `is_default: true` makes it the default; the default stays it otherwise.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        params: AddressPath,
        body: AddressPatch,
        response: {
          200: AddressSaved,
          ...refuses("malformed_json", "invalid_token", "address_not_found", "invalid_value"),
        },
      },
    },
    async ({ site, claim, params, body }) => {
      const address = await site.transact((db) => changeAddress(db, requireClaim(claim), params.address_id, body));
      return { success: true, address };
    },
  );

  app.patch(
    "/auth/me/addresses/:address_id/default",
    {
      config: { customer: "required" },
      schema: {
        operationId: "addresses.setDefault",
        summary: "Make an address the default",
        description: "Answers all of the customer's addresses.",
        tags: TAGS,
        security: CUSTOMER_REQUIRED,
        params: AddressPath,
        response: { 200: AddressBook, ...refuses("invalid_token", "address_not_found") },
      },
    },
    async ({ site, claim, params }) => {
      const addresses = await site.transact((db) => makeDefaultAddress(db, requireClaim(claim), params.address_id));
      return { success: true, addresses };
    },
  );

  app.delete(
    "/auth/me/addresses/:address_id",
    {
      config: { customer: "required" },
      schema: {
        operationId: "addresses.delete",
        summary: "Delete an address",
        description:
          "If the default address is deleted, the newest of the others becomes the default. Answers all remaining addresses.",
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
