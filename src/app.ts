import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyInstance } from "fastify";
import type { DestinationStream } from "pino";
import { mountAdminApi } from "./admin-api/admin-api.ts";
import { Cache } from "./cache/cache.ts";
import { cartRoutes, cartTags } from "./cart/routes.ts";
import { catalogRoutes, catalogTags } from "./catalog/routes.ts";
import { listOf, type Settings } from "./config.ts";
import { consolePages } from "./console/routes.ts";
import { contentRoutes, contentTags } from "./content/routes.ts";
import { asStored } from "./core/media.ts";
import { Problem } from "./core/problem.ts";
import { couponRoutes, couponTags } from "./coupons/routes.ts";
import { Passwords } from "./customers/customers.ts";
import { customerRoutes, customerTags } from "./customers/routes.ts";
import type { Database } from "./db/database.ts";
import type { Health } from "./db/health-monitor.ts";
import { mediaRoutes } from "./demo/routes.ts";
import { EventStreams, type StreamOptions } from "./events/events.ts";
import { eventRoutes } from "./events/routes.ts";
import { Files } from "./files/files.ts";
import { pictureRoutes, registerShownPictures, uploadRoutes } from "./files/routes.ts";
import { registerCaching } from "./http/answers/caching.ts";
import { ENCODINGS, type Encoding, registerCompression } from "./http/answers/compression.ts";
import { EarlyAnswers } from "./http/answers/early-answers.ts";
import { registerKeptAnswers } from "./http/answers/keep-answers.ts";
import type { ViewSettings } from "./http/answers/views.ts";
import { registerBodyParser } from "./http/body.ts";
import { clientAddressFinder } from "./http/client-address.ts";
import { registerConsoleApp } from "./http/console/app.ts";
import { allowedOrigins, registerCors } from "./http/cors.ts";
import { registerCustomer } from "./http/customer.ts";
import { registerApiReference } from "./http/docs/api-reference.ts";
import { registerFavicon } from "./http/docs/favicon.ts";
import { registerLandingPage } from "./http/docs/landing-page.ts";
import { registerOpenapi } from "./http/docs/openapi.ts";
import { answerShopper, refuseUnknownPaths, registerErrors } from "./http/errors.ts";
import { registerHelmet } from "./http/helmet.ts";
import { type RequestLimit, registerAddressLimit, registerBruteForceLimits, registerKeyLimit } from "./http/limits.ts";
import { dependsOnHost, mediaAddresses } from "./http/media-addresses.ts";
import { trackMethods } from "./http/method-not-allowed.ts";
import { registerNoStore } from "./http/no-store.ts";
import { consoleOrigin } from "./http/person.ts";
import type { MerchantCaller } from "./http/secret-key.ts";
import { registerSerialization } from "./http/serialization.ts";
import { registerAccessLog } from "./http/server/access-log.ts";
import { boundBodies } from "./http/server/body-time.ts";
import { registerConnectionLimit } from "./http/server/connections.ts";
import { registerHealth } from "./http/server/health.ts";
import { requestId, serverOptions, trustProxy } from "./http/server/server-options.ts";
import { registerShutdown } from "./http/server/shutdown.ts";
import { registerSite, requireOpen, siteOf } from "./http/site.ts";
import { registerValidation } from "./http/validation.ts";
import { type McpOptions, mountMcp } from "./mcp/endpoint.ts";
import { eventComponents, eventWebhooks } from "./merchant-operations/event-schemas.ts";
import { agentGuidance } from "./merchant-operations/guidance.ts";
import { merchantCatalogue } from "./merchant-operations/operations.ts";
import { volatileFields } from "./merchant-operations/volatile-fields.ts";
import { Traffic } from "./metrics/traffic.ts";
import { ConfirmTokens } from "./operations/confirm.ts";
import { orderRoutes, orderTags } from "./orders/routes.ts";
import { shippingRoutes } from "./shipping/routes.ts";
import { consoleRoutes, consoleTags } from "./staff/routes.ts";
import { PasskeyChallenges, ROLES, requireSession, storeOf, withNames } from "./staff/staff.ts";
import { storeRoutes, storeTags } from "./store/routes.ts";
import { Suspensions } from "./tenants/tenants.ts";
import { consoleUrlOf, type WorkParts, webhookParts } from "./work.ts";

export const STOREFRONT = "/api/v1/storefront";
export const MCP = "/api/v1/mcp";
export const ADMIN = "/api/v1/admin";
export const CONSOLE = "/api/v1/console";

/** The tags of the storefront's operations, in the order of the documentation. */
const TAGS = [
  ...storeTags,
  ...catalogTags,
  ...customerTags,
  ...cartTags,
  ...couponTags,
  ...orderTags,
  ...contentTags,
  ...consoleTags,
];

declare module "fastify" {
  interface FastifyInstance {
    cache: Cache;
    eventStreams: EventStreams;
  }
}

export interface AppParts extends WorkParts {
  /** The current state of the database. */
  readiness: () => Promise<Health>;
  /** Where the log is written; default standard output, at once. */
  log?: DestinationStream;
  /** The publishable key that the API reference offers; undefined without a demo. */
  demoKey?: () => string | undefined;
  /** Only for test builds: where the console was built. */
  consoleFolder?: string;
  /** Only for test builds: see McpOptions. */
  mcp?: Partial<McpOptions>;
  /** Only for test builds: see StreamOptions. */
  streams?: Partial<StreamOptions>;
}

/** Builds the whole application, not yet listening. `main.ts` and tests use it. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings, readiness, files = new Files(parts.settings) } = parts;
  const early = new EarlyAnswers();
  const output = parts.log ?? process.stdout;
  const options = { ...serverOptions(settings, output), serverFactory: early.createServer };
  const app = Fastify(options).withTypeProvider<TypeBoxTypeProvider>();
  const cache = new Cache(settings.CACHE_BYTES, parts.database.changes);
  app.decorate("cache", cache);

  registerErrors(app);
  const traffic = new Traffic();
  const log = registerAccessLog(app, output, traffic);
  registerShutdown(app, settings.REQUEST_TIMEOUT_SECONDS);
  app.decorate("eventStreams", eventStreams(app, parts));
  registerConnectionLimit(app, settings.MAX_CONNECTIONS);
  boundBodies(app.server, settings.REQUEST_TIMEOUT_SECONDS * 1000);
  registerBodyParser(app);
  registerValidation(app);
  registerSerialization(app);
  await registerCors(app, STOREFRONT, listOf(settings.CORS_ORIGINS));
  const addressLimit = registerAddressLimit(app, settings);
  registerHelmet(app);
  await registerOpenapi(app, {
    tags: TAGS,
    events: { webhooks: eventWebhooks(), schemas: eventComponents() },
    serverUrl: () => settings.PUBLIC_URL,
  });

  registerHealth(app, readiness);
  registerFavicon(app);
  registerLandingPage(app);
  await registerApiReference(app, parts.demoKey);
  const suspensions = new Suspensions(parts.database);
  await app.register(mediaRoutes, { prefix: "/media" });
  await app.register(async (media) => pictureRoutes(media, files, (siteId) => suspensions.isSuspended(siteId)), {
    prefix: "/media",
  });
  registerConsoleApp(app, parts.consoleFolder);
  await app.register(
    async (storefront) => {
      const keyLimit = await mountStorefront(storefront, parts, cache);
      if (dependsOnHost(settings) && settings.TRUST_PROXY) return; // the host stands in headers that Fastify reads
      early.start({
        cache,
        addressLimit,
        keyLimit,
        log,
        traffic,
        requestId,
        views: viewSettings(settings),
        findOwner: (key) => parts.keyring.findOwner(key),
        addressOf: clientAddressFinder(trustProxy(settings.TRUST_PROXY)),
        served: (siteId) => parts.database.served(siteId),
        isClosing: () => app.shutdown.hasBegun,
      });
    },
    { prefix: STOREFRONT },
  );
  const access = merchantAccess(app, parts, files);
  await app.register(async (mcp) => mountTools(mcp, parts, access), { prefix: MCP });
  await app.register(async (admin) => mountOperations(admin, parts, access), { prefix: ADMIN });
  await app.register(async (console) => mountConsole(console, parts), { prefix: CONSOLE });
  await app.register(async (pages) => mountPages(pages), { prefix: "/console" });
  registerCompression(app, encodingsOf(settings)); // last, so that it gets what the hooks of all routes above have made
  app.addHook("onClose", async () => app.log.info({ cache: cache.report() }, "cache"));
  return app;
}

const viewSettings = (settings: Settings): ViewSettings => ({
  encodings: encodingsOf(settings),
  origins: allowedOrigins(listOf(settings.CORS_ORIGINS)),
  dependsOnHost: dependsOnHost(settings),
});

const encodingsOf = ({ COMPRESSION }: Settings): readonly Encoding[] => (COMPRESSION ? ENCODINGS : []);

/** Returns the limit of requests per key. */
async function mountStorefront(
  app: FastifyInstance,
  { settings, database, keyring, tokens }: AppParts,
  cache: Cache,
): Promise<RequestLimit> {
  registerSite(app, database, (key) => keyring.findOwner(key), mediaAddresses(settings));
  const keyLimit = registerKeyLimit(app, settings);
  registerBruteForceLimits(app, settings);
  registerCustomer(app, (siteId, token) => tokens.verify(siteId, token));
  registerErrors(app, answerShopper); // unknown paths under this prefix require the key first
  refuseUnknownPaths(app);

  const refuseOtherMethods = trackMethods(app);
  await app.register(async (reads) => {
    registerShownPictures(reads);
    registerCaching(reads, dependsOnHost(settings) ? undefined : settings.HTTP_CACHE_SECONDS, encodingsOf(settings));
    registerKeptAnswers(reads, cache, viewSettings(settings), (siteId) => database.served(siteId));
    await reads.register(storeRoutes);
    await reads.register(catalogRoutes);
    await reads.register(contentRoutes);
    await reads.register(shippingRoutes);
  });
  await app.register(async (own) => {
    registerNoStore(own);
    await own.register(customerRoutes, {
      tokens,
      passwords: new Passwords(settings.PASSWORD_HASHES_AT_ONCE || 1),
      sendsMail: settings.SMTP_URL !== "",
    });
    await own.register(cartRoutes);
    await own.register(couponRoutes);
    await own.register(orderRoutes);
  });
  refuseOtherMethods();
  return keyLimit;
}

/** What MCP and HTTP, the two interfaces to merchants' operations, have in common. */
function merchantAccess(app: FastifyInstance, { settings, database, keyring, tokens }: AppParts, files: Files) {
  return {
    files,
    catalogue: merchantCatalogue(keyring, tokens, new ConfirmTokens(tokens.keysFor("confirm_token"), volatileFields), {
      webhooks: webhookParts(settings, tokens),
      links: { consoleUrl: consoleUrlOf(settings, app), byMail: settings.SMTP_URL !== "" },
      files,
      checks: database.checks,
    }),
    findCaller: async (key: string) => {
      const owner = await keyring.findOwner(key);
      if (owner?.kind === "publishable") {
        throw new Problem("insufficient_scope", "A publishable key does not open this endpoint; use a secret one.");
      }
      if (!owner) return undefined;
      requireOpen(owner);
      const { caller_id: id, name, scopes, expires_at } = owner;
      return {
        merchant: { id, actor: `key ${name}` as const, scopes, expires_at },
        session: null,
        site: siteOf(owner, database, asStored),
      };
    },
    origins: settings.PUBLIC_URL ? [new URL(settings.PUBLIC_URL).origin] : [],
    bodyLimit: settings.MCP_BODY_LIMIT_BYTES,
  };
}

type MerchantAccess = ReturnType<typeof merchantAccess>;

function mountTools(app: FastifyInstance, { settings, mcp = {} }: AppParts, access: MerchantAccess): void {
  registerNoStore(app);
  mountMcp(app, { ...access, guidance: agentGuidance, streamsPerKey: settings.MCP_STREAMS_PER_KEY, ...mcp });
  registerKeyLimit(app, settings);
}

function mountOperations(app: FastifyInstance, { settings, database }: AppParts, access: MerchantAccess): void {
  const { files, ...shared } = access;
  registerNoStore(app);
  const people = { originOf: consoleOrigin(settings.PUBLIC_URL), findPerson: personFinder(database) };
  mountAdminApi(app, {
    ...shared,
    people,
    registerLimit: (admin) => registerKeyLimit(admin, settings),
    mountBeside: (admin) => {
      eventRoutes(admin, admin.eventStreams);
      admin.register(async (uploads) => uploadRoutes(uploads, files));
    },
  });
}

/** The streams of events of this process, which end when it stops. */
function eventStreams(app: FastifyInstance, { settings, database, streams }: AppParts): EventStreams {
  const { EVENT_STREAMS: inAll, EVENT_STREAMS_PER_STORE: perStore, EVENT_STREAMS_PER_KEY: perKey } = settings;
  const limits = { inAll, perStore, perKey };
  const opened = new EventStreams(database, { limits, isClosing: () => app.shutdown.hasBegun, withNames, ...streams });
  app.addHook("preClose", async () => opened.end());
  return opened;
}

/** Sign-ins of a person, and of an address, per minute: fewer than those of shoppers. */
const SIGN_INS_OF_PERSON = 10;
const SIGN_INS_OF_ADDRESS = 60;
/** Of an address that are hashed or wait to be: many addresses fit in the queue. */
const SIGN_INS_AT_ONCE = 6;

async function mountConsole(app: FastifyInstance, { settings, database, tokens }: AppParts): Promise<void> {
  registerNoStore(app);
  const { RATE_LIMIT_SIGN_INS_PER_EMAIL: ofPerson, RATE_LIMIT_SIGN_INS_PER_ADDRESS: ofAddress } = settings;
  registerBruteForceLimits(app, {
    ...settings,
    RATE_LIMIT_SIGN_INS_PER_EMAIL: Math.min(ofPerson, SIGN_INS_OF_PERSON),
    RATE_LIMIT_SIGN_INS_PER_ADDRESS: Math.min(ofAddress, SIGN_INS_OF_ADDRESS),
  });
  const originOf = consoleOrigin(settings.PUBLIC_URL);
  await app.register(consoleRoutes, {
    database,
    originOf,
    passwords: new Passwords(1, SIGN_INS_AT_ONCE),
    challenges: new PasskeyChallenges(tokens.keysFor("passkey")),
  });
}

async function mountPages(app: FastifyInstance): Promise<void> {
  registerNoStore(app);
  await app.register(consolePages);
}

/** Finds who has a session, and what they may do in a store. */
const personFinder =
  (database: Database) =>
  async (secret: string | undefined, store: string): Promise<MerchantCaller> => {
    const found = await requireSession(database, secret, store);
    const {
      membershipId: id,
      role,
      siteId: site_id,
      slug,
      currency,
      country,
      locale,
      timeZone: time_zone,
    } = storeOf(found, store);
    const merchant = { id, actor: `person ${id}` as const, scopes: ROLES[role], expires_at: null };
    const owner = { site_id, caller_id: id, slug, currency, country, locale, time_zone, is_suspended: false };
    return { merchant, session: { id: found.session_id, role }, site: siteOf(owner, database, asStored) };
  };
