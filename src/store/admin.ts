import { type Changed, patched, requireFresh, withUpdatedAt } from "../core/changes.ts";
import { requireImageAddress } from "../core/media.ts";
import { toMajor } from "../core/money.ts";
import { invalidValue } from "../core/problem.ts";
import { readAmount } from "../core/read-amount.ts";
import { fold } from "../core/text/fold.ts";
import { requireZone } from "../core/time/zone.ts";
import type { SiteDb } from "../db/database.ts";
import { holdNamedFiles } from "../files/files.ts";
import { type AdminStoreRow, findStoreForAdmin, type StoreFields, updateStore } from "./admin-queries.ts";
import { isPasswordResetUrl, PASSWORD_RESET_URL } from "./password-reset-url.ts";
import type { OptionNames } from "./queries.ts";
import { isTrackingPageUrl, TRACKING_PAGE_URL } from "./tracking-page-url.ts";
import { zoneOfStore } from "./zones.ts";

type ShownStore = AdminStoreRow & { time_zone: string };

/** The store for its merchant: media addresses as they were entered; the time zone is never null; amounts are major units. */
export const storeForAdmin = async (db: SiteDb): Promise<ShownStore> =>
  forAdmin(await requireStoreRow(db, { forUpdate: false }));

async function requireStoreRow(db: SiteDb, lock: { forUpdate: boolean }): Promise<AdminStoreRow> {
  const store = await findStoreForAdmin(db, lock);
  if (!store) throw new Error(`site ${db.siteId} has a key but no row`);
  return store;
}

const forAdmin = (store: AdminStoreRow): ShownStore => ({
  ...store,
  time_zone: zoneOfStore(store).name,
  cash_rounding: toMajor(store.cash_rounding, store.currency),
});

type StorePatch = { [K in keyof StoreFields]?: StoreFields[K] | undefined };

/**
 * Changes the fields that are given; in the objects (`contact_info`, …) only the members that are given. A null
 * `time_zone` means the country's. `cash_rounding` is in major units. `expected` is the `updated_at` that the caller saw. Throws `stale`,
 * `file_not_found` and `invalid_value`. Slug, currency and country never change.
 */
export async function changeStore(
  db: SiteDb,
  patch: StorePatch,
  expected: string | undefined,
): Promise<Changed<ShownStore> & { after: ShownStore }> {
  const before = await requireStoreRow(db, { forUpdate: true });
  requireFresh(before.updated_at, expected, "store");
  const { time_zone: zone } = patch;
  const time_zone = typeof zone === "string" ? requireZone(zone).name : zone;
  const cash_rounding =
    patch.cash_rounding === undefined ? undefined : readRounding(patch.cash_rounding, before.currency);
  const merged = { ...patch, ...mergedObjects(before, patch), time_zone, cash_rounding };
  const after = withUpdatedAt(db.now, before, patched(before, merged));
  validate(merged);
  await holdNamedFiles(db, patch);
  await db.recording.remember("sites", "id", [db.siteId]);
  await updateStore(db, after);
  if (after !== before) db.changed(["store"]);
  return { before: forAdmin(before), after: forAdmin(after) };
}

/** In major units. Coins and notes above this round so much that it is a mistake. */
const MAX_ROUNDING = 1000;

function readRounding(major: number, currency: string): number {
  if (major > MAX_ROUNDING) throw invalidValue("cash_rounding", `must be at most ${MAX_ROUNDING} ${currency}`);
  return readAmount("cash_rounding", major, currency);
}

const OBJECT_FIELDS = ["contact_info", "social_links", "theme_settings", "settings", "option_names"] as const;
type ObjectFields = Pick<StoreFields, (typeof OBJECT_FIELDS)[number]>;

/**
 * Merges each object of the patch into the current one: members that are left out stay, a null member is removed. Null
 * in place of the object removes the object, so that it is not merged here.
 */
function mergedObjects(
  current: ObjectFields,
  patch: { [K in keyof ObjectFields]?: ObjectFields[K] | undefined },
): Partial<ObjectFields> {
  const merged = OBJECT_FIELDS.flatMap((name) => {
    const members = patch[name];
    if (!members) return [];
    const isRemoved = (member: string, value: unknown) => value === null && Object.hasOwn(members, member);
    const all = Object.entries({ ...current[name], ...members });
    return [[name, Object.fromEntries(all.filter(([member, value]) => !isRemoved(member, value)))]];
  });
  return Object.fromEntries(merged);
}

/** Of each object, as JSON: storefronts load all of them with every page. */
const MAX_OBJECT_BYTES = 64 * 1024;

function validate(patch: StorePatch): void {
  const { name, shipping_methods = [], logo_url, custom_domain, option_names, settings } = patch;
  if (name !== undefined && !name.trim()) throw invalidValue("name", "must not be empty");
  if (new Set(shipping_methods).size < shipping_methods.length) {
    throw invalidValue("shipping_methods", "must name each method once");
  }
  if (logo_url) requireImageAddress("logo_url", logo_url);
  if (custom_domain && !DOMAIN.test(custom_domain)) {
    throw invalidValue("custom_domain", "must be a domain, like shop.example.dz");
  }
  if (option_names) validateOptionNames(option_names);
  const resetUrl = settings?.[PASSWORD_RESET_URL];
  if (resetUrl !== undefined && !isPasswordResetUrl(resetUrl)) {
    throw invalidValue(`settings.${PASSWORD_RESET_URL}`, "must be an http or https address with {token} in it");
  }
  const trackingUrl = settings?.[TRACKING_PAGE_URL];
  if (trackingUrl !== undefined && !isTrackingPageUrl(trackingUrl)) {
    throw invalidValue(`settings.${TRACKING_PAGE_URL}`, "must be an http or https address with {order_number} in it");
  }
  for (const path of OBJECT_FIELDS) {
    const bytes = Buffer.byteLength(JSON.stringify(patch[path] ?? null));
    if (bytes > MAX_OBJECT_BYTES) throw invalidValue(path, `must not be larger than ${MAX_OBJECT_BYTES} bytes`);
  }
}

/** The names are sent with every count of facets. */
const MAX_MEANINGS = 50;
const MAX_OPTION_NAME = 100;

/** Throws `invalid_value` when there are too many names, or when one is blank, too long, or in two members. */
function validateOptionNames(optionNames: OptionNames): void {
  const meanings = Object.entries(optionNames);
  if (meanings.length > MAX_MEANINGS) throw invalidValue("option_names", `must have at most ${MAX_MEANINGS} members`);
  const memberOf = new Map<string, string>();
  for (const [shown, others] of meanings) {
    for (const name of [shown, ...others]) {
      const folded = fold(name).trim();
      if (folded === "" || name.length > MAX_OPTION_NAME) {
        throw invalidValue("option_names", `must have names of 1 to ${MAX_OPTION_NAME} characters`);
      }
      const member = memberOf.get(folded) ?? shown;
      if (member !== shown) throw invalidValue(`option_names.${shown}`, `must not name "${name}": "${member}" does`);
      memberOf.set(folded, shown);
    }
  }
}

const DOMAIN = /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/iu;
