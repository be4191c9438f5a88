import { Type } from "typebox";
import { withoutNulls } from "../core/objects.ts";
import { NextCursor } from "../operations/answers.ts";
import { cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Limit, SearchCursor, Text } from "../operations/inputs.ts";
import { defineOperation, type Merchant, mayUse, type Operation } from "../operations/operation.ts";
import { Job } from "./admin-answers.ts";
import { cancel, type JobRow, jobsAfter, requireJob } from "./jobs.ts";

const optional = Type.Optional;
const STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
const EXAMPLE = "01980000-0000-7000-8000-000000000000";

const show = ({ result, ...job }: JobRow) => ({
  ...withoutNulls({ ...job, due_at: job.state === "waiting" ? job.due_at : null }),
  ...(result !== null && { result: result as Record<string, unknown> }),
});

/** `starting`: the operations that start jobs. A job's kind is the name of its operation: who may use that sees the job. */
export function jobOperations(starting: readonly Operation[]): Operation[] {
  const kindsOf = (merchant: Merchant): string[] =>
    starting.filter((one) => mayUse(merchant, one)).map(({ name }) => name);
  return [
    defineOperation({
      name: "jobs_list",
      title: "List jobs",
      description:
        "Work that operations left to the server, such as a large import, the newest first: how far it is, and what came of it. With id: that job.",
      door: "http",
      area: "any",
      effect: "read",
      input: {
        id: optional(Text(36)),
        kind: optional(Text(60)),
        state: optional(Type.Enum([...STATES])),
        limit: Limit,
        cursor: SearchCursor,
      },
      answers: Type.Object({ data: Type.Array(Job), next_cursor: NextCursor }),
      refuses: ["job_not_found"],
      example: { state: "running" },
      run: async ({ db, merchant, maxRowsText }, { id, kind, state, limit, cursor }) => {
        const page = cursorPage({ limit, cursor }, maxRowsText);
        const kinds = kindsOf(merchant).filter((one) => kind === undefined || one === kind);
        const jobs = id === undefined ? await jobsAfter(db, { kinds, state }, page) : [await requireJob(db, id, kinds)];
        const { data, next_cursor } = cursorAnswer(jobs, jobs.length, page, show);
        return { text: `${data.length} jobs.`, data: { data, next_cursor } };
      },
    }),
    defineOperation({
      name: "jobs_cancel",
      title: "Cancel a job",
      description:
        "Ends a job that has not ended: it does nothing more. What an import has imported stays; changes_undo with the job's id puts it back.",
      door: "http",
      area: "any",
      effect: "write",
      notUndoable: "A cancelled job stays so; start it again with the call that started it.",
      input: { id: Text(36) },
      answers: Job,
      refuses: ["job_not_found"],
      example: { id: EXAMPLE },
      run: async (call, { id }) => {
        const { before, after } = await cancel(call.db, id, kindsOf(call.merchant));
        if (before.state !== after.state) {
          const started = starting.find(({ name }) => name === after.kind);
          started?.unfinished?.(call.db, { ...after, actor: call.merchant.actor }, null);
        }
        const state = ({ state: is }: JobRow) => ({ state: is });
        call.changed({ entity: "job", id: after.id, label: after.kind, before: state(before), after: state(after) });
        return {
          text: `The job is ${after.state}.`,
          textWhenIdle: `The job had ended: it is ${after.state}.`,
          data: show(after),
        };
      },
    }),
  ];
}
