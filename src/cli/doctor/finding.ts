import type { Settings } from "../../config.ts";
import type { Database } from "../../db/database.ts";

/** What a check has found. */
export interface Finding {
  state: "ok" | "warn" | "wrong";
  /** A sentence. */
  says: string;
  /** What to do. */
  todo?: string;
}

/** What is looked at. */
export interface Scene {
  settings: Settings;
  database: Database;
  /** The migrations that this command has applied. */
  migrated: string[];
  /** The address of the server that runs the command; empty without one. */
  url: string;
  /** `host:port` that webhooks must reach. */
  egress: string;
}

export type Check = (scene: Scene) => Finding[] | Promise<Finding[]>;

export const ok = (says: string): Finding => ({ state: "ok", says });
export const warn = (says: string, todo: string): Finding => ({ state: "warn", says, todo });
export const wrong = (says: string, todo: string): Finding => ({ state: "wrong", says, todo });
