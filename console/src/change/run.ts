import type { HanoutError } from "@hanout/client/admin";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useApi } from "../api/api.ts";
import { type Operation, takes } from "../api/operations.ts";
import { isPassing } from "../api/passing.ts";
import { readStoreAgain } from "../api/store-queries.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** One thing that a call changes: its fields that differ; null where it does not exist. */
export interface Difference {
  entity: string;
  id: string;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface DryRun extends Record<string, unknown> {
  changes_count: number;
  changes: Difference[];
  confirm_token?: string;
  not_undoable?: string;
}

export interface Answer extends Record<string, unknown> {
  change_id?: string;
  job_id?: string;
}

/** Milliseconds after the last key before a dry run is asked for. */
const SETTLED = 300;

/**
 * What a call would change, worked out again whenever its arguments have settled. Until then `data` is what was worked out before, and
 * `isCurrent` is false. Nothing is asked for while `isAsked` is false. `retry` asks once more: undefined where the answer would be the same.
 */
export function useDryRun(operation: Operation, args: Arguments, isAsked: boolean) {
  const { store, admin } = useApi();
  const asked = useMemo(() => ({ args, isAsked }), [args, isAsked]);
  const [settled] = useDebouncedValue(asked, SETTLED);
  const query = useQuery<DryRun, HanoutError>({
    queryKey: [store, "dry run", operation.name, settled.args],
    queryFn: ({ signal }) =>
      admin.run(operation.name, { ...settled.args, dry_run: true }, { signal }) as Promise<DryRun>,
    enabled: isAsked && settled.isAsked && takes(operation, "dry_run"),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const retry = isPassing(query.error) ? () => void query.refetch() : undefined;
  return { ...query, isCurrent: settled.args === args && !query.isFetching && !query.isPlaceholderData, retry };
}

/**
 * Runs a call once, however often it is asked to: the same arguments are sent with the same key of idempotency until they are done, also
 * after the network was lost.
 */
export function useRun(operation: Operation) {
  const api = useApi();
  const queries = useQueryClient();
  const sent = useRef<{ of: string; key: string } | undefined>(undefined);
  const isRunning = useRef(false);

  const mutation = useMutation<Answer, HanoutError, { args: Arguments; token?: string | undefined }>({
    mutationFn: ({ args, token }) => {
      const of = JSON.stringify(args);
      if (sent.current?.of !== of) sent.current = { of, key: newKey() };
      const body = token !== undefined && takes(operation, "confirm_token") ? { ...args, confirm_token: token } : args;
      const options = takes(operation, "idempotency_key") ? { idempotencyKey: sent.current.key } : {};
      return api.admin.run(operation.name, body, options) as Promise<Answer>;
    },
    onSuccess: async () => {
      sent.current = undefined;
      if (operation.effect !== "read") await readStoreAgain(queries, api);
    },
    onSettled: () => {
      isRunning.current = false;
    },
    networkMode: "always", // a lost network is told at once; nothing is sent later by itself
  });

  /** Answers the refusal; undefined when it is done, which `then` is told, or is being done already. */
  const run = async (
    args: Arguments,
    token?: string,
    then: (answer: Answer) => void = () => {},
  ): Promise<HanoutError | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    return mutation.mutateAsync({ args, token }).then(
      (answer) => void then(answer),
      (refusal) => refusal,
    );
  };
  // Whether a call arrived whose answer was lost nobody knows: it is sent again with the same key.
  const isRefused = mutation.error !== null && mutation.error.code !== "network_error";
  return { ...mutation, isRefused, run };
}

/** Puts back what a call has changed. Asking twice undoes it once. */
export function useUndo() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation<unknown, HanoutError, string>({
    mutationFn: (changeId) =>
      api.admin.run("changes_undo", { changes: [changeId] }, { idempotencyKey: `undo-${changeId}` }),
    onSuccess: () => readStoreAgain(queries, api),
    networkMode: "always",
  });
}

/** A key of idempotency: 128 random bits. `randomUUID` would need a secure context. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
