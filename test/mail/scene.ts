import { expect } from "vitest";
import type { Settings } from "../../src/config.ts";
import type { Driver, Tenant } from "../../src/db/database.ts";
import { eventNumbering, mailRunner } from "../../src/work.ts";
import { startClock, tenantOf } from "../jobs/scene.ts";
import { buildTestApp, database, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { type Delivered, startMailServer } from "./mail-server.ts";

export const MAIL_FROM = "shops@example.com";
export const RESET_URL = "https://shop.example.dz/new-password#{token}";

/** A server with a mail server, a shop of it, and the work that both do after requests. */
export async function openMailShop(given: { locale?: string; settings?: Partial<Settings>; over?: Driver } = {}) {
  const mailServer = await startMailServer();
  const settings = { SMTP_URL: mailServer.url, MAIL_FROM, ...given.settings };
  const via = await buildTestApp(settings, given.over);
  const shop = await openShop({ via, ...(given.locale && { locale: given.locale }) });
  const clock = startClock();
  const errors: Error[] = [];
  const parts = { settings: settingsWith(settings), database, keyring, tokens };
  const runner = mailRunner(parts, {
    clock: clock.now,
    random: () => 1,
    onError: (error) => errors.push(error as Error),
  });
  const runJobs = (tenant = tenantOf(shop)) => runner.runDue(tenant);
  const numberEvents = async () => {
    while (await shop.transact((db) => eventNumbering(parts).numberEvents(db)));
  };
  return {
    via,
    shop,
    clock,
    mails: mailServer.mails,
    answer: mailServer.answer,
    /** Of jobs. */
    errors,
    runJobs,
    /** Does what the server does after its commits: events get their numbers, and mails are sent, of the shop or of no store. */
    deliver: async (tenant?: Tenant) => {
      await numberEvents();
      clock.pass(Math.max(0, Date.now() - clock.now())); // jobs are due from the time of their transaction on
      await runJobs(tenant);
    },
  };
}

/** Says where the shop's page for a new password is. */
export async function setResetUrl(shop: Shop): Promise<void> {
  const { problem } = await call(shop, "store_update", { settings: { password_reset_url: RESET_URL } });
  expect(problem).toBeUndefined();
}

/** The token of the link in a mail. */
export const tokenIn = ({ text }: Delivered): string => /new-password#(\S+)/.exec(text)?.[1] ?? "";
