import { expect } from "vitest";
import { eventNumbering } from "../../src/work.ts";
import { database, type Json, keyring, type Shop, settingsWith, tokens } from "../support/app.ts";
import { post } from "../support/operations.ts";

/** Helpers for tests of events. */

export interface ToldEvent {
  number: number;
  thing_number: number;
  id: string;
  type: string;
  thing: string;
  thing_id: string;
  actor: string;
  fields: string[];
  data: Json;
  data_at: string | null;
  created_at: string;
}

/** Gives all events of the store their numbers, as the server does after each commit. */
export async function numberEvents(shop: Shop): Promise<void> {
  const numbering = eventNumbering({ settings: settingsWith(), database, keyring, tokens });
  while (await shop.transact((db) => numbering.numberEvents(db)));
}

/** The store's events after they got their numbers, by default all; `key`: the secret key that asks. */
export async function eventsOf(shop: Shop, args: object = {}, key = shop.secret_key): Promise<ToldEvent[]> {
  await numberEvents(shop);
  const { status, body } = await post({ secret_key: key }, "events_list", { limit: 500, ...args });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

export const typesOf = (events: { type: string }[]): string[] => events.map(({ type }) => type);
