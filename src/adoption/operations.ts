import { Type } from "typebox";
import { truncate } from "../core/text/truncate.ts";
import { CONFIRM_ABOVE } from "../operations/confirm.ts";
import { type ArgumentNeed, defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import { Adopting } from "./admin-answers.ts";
import {
  Adoption,
  adoptStep,
  type Cursor,
  countThings,
  type Failure,
  type Kind,
  type PictureKeeper,
  type Step,
} from "./adoption.ts";

const MAX_FAILURES = 100;

/** What an adoption has done: the result of its job. */
interface Done {
  things: number;
  pictures: number;
  failed: number;
  failures: Failure[];
}

const NOTHING: Done = { things: 0, pictures: 0, failed: 0, failures: [] };

const unlessFalse = (scope: ArgumentNeed["scope"], name: string): ArgumentNeed => ({
  scope,
  unless: { is: "false", test: (value) => value === false },
  orMissing: true,
  instead: `Send ${name}: false.`,
});

interface Which {
  pages?: boolean;
  logo?: boolean;
}

const kindsOf = ({ pages = true, logo = true }: Which): Kind[] => [
  "product",
  "category",
  "collection",
  ...(pages ? (["page"] as const) : []),
  ...(logo ? (["store"] as const) : []),
];

export const adoptionOperations = (keeper: PictureKeeper): Operation[] => [
  defineOperation({
    name: "files_adopt",
    title: "Keep the pictures of other servers",
    description:
      "A job fetches what products, groups, pages, posts and the logo show from elsewhere, also in HTML, and shows ours instead. Above 20 things: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      pages: Type.Optional(Type.Boolean({ description: "Also pages and posts; default true" })),
      logo: Type.Optional(Type.Boolean({ description: "Default true" })),
    },
    needs: { pages: unlessFalse("content:write", "pages"), logo: unlessFalse("settings:write", "logo") },
    answers: Adopting,
    inDryRun: Adopting,
    example: { dry_run: true },
    run: async (call, which) => {
      const things = await countThings(call.db, kindsOf(which));
      if (things > 0) call.leavesToJob([]);
      if (things > CONFIRM_ABOVE) call.mustBeConfirmed();
      return {
        text: `A job fetches the pictures of ${things} things.`,
        textWhenIdle: "Nothing names a picture of another server.",
        data: { things },
        inDryRun: async () => ({ things, changes_count: things, changes: [] }),
      };
    },
    asJob: async (which, site) => {
      const kinds = kindsOf(which);
      const adoption = new Adoption(keeper, kinds);
      return {
        total: await site.transact((db) => countThings(db, kinds)),
        summary: "adopted the pictures of other servers",
        prepare: async (site, after, signal) => {
          const step = await adoption.step(site, after as Cursor | null, signal);
          return { things: step, count: step.ids.length, after: step.next, isLast: step.next === undefined };
        },
        portion: (call, { things }, before) => adoptPortion(call, things as Step, (before as Done | null) ?? NOTHING),
      };
    },
  }),
];

async function adoptPortion(call: OperationCall, step: Step, before: Done): Promise<Done> {
  const done = await adoptStep(call.db, step, call.changed);
  const failures = done.failures.map((failure) => ({ ...failure, reason: truncate(failure.reason) }));
  return {
    things: before.things + done.things,
    pictures: before.pictures + done.pictures,
    failed: before.failed + failures.length,
    failures: [...before.failures, ...failures].slice(0, MAX_FAILURES),
  };
}
