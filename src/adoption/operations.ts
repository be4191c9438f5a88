import { Type } from "typebox";
import { CONFIRM_ABOVE } from "../operations/confirm.ts";
import { type ArgumentNeed, defineOperation, type Operation } from "../operations/operation.ts";
import { Adopting } from "./admin-answers.ts";
import {
  type Adopted,
  Adoption,
  adoptedWith,
  adoptStep,
  type Cursor,
  countThings,
  type Kind,
  NOTHING_ADOPTED,
  type PictureKeeper,
  type Step,
} from "./adoption.ts";

const MAX_FAILURES = 100;

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
        portion: async (call, { things }, before) => {
          const done = await adoptStep(call.db, things as Step, call.changed);
          return adoptedWith((before as Adopted | null) ?? NOTHING_ADOPTED, done, MAX_FAILURES);
        },
      };
    },
  }),
];
