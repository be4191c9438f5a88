import { HanoutError } from "@hanout/client/admin";
import { Button } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useApi } from "../api/api.ts";
import { type Operation, takes } from "../api/operations.ts";
import { fieldErrorsOf } from "../change/fieldErrors.ts";
import type { Arguments } from "../change/run.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { Icon } from "../parts/Icon.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { Problem } from "../parts/Problem.tsx";
import { ArgumentsForm } from "./form/ArgumentsForm.tsx";
import { argumentsFrom } from "./form/arguments.ts";
import classes from "./Operation.module.css";
import { AnswerView } from "./result/AnswerView.tsx";
import type { Row } from "./result/columns.ts";
import { Rows } from "./result/Rows.tsx";

const route = getRouteApi("/stores/$store/operations/$name");

interface Page extends Record<string, unknown> {
  data?: unknown;
  total?: number;
  next_cursor?: string | null;
}

/** An operation that only reads: what is asked for stands in the address, so that it survives Back, and can be passed on. */
export function ReadOperation({ operation }: { operation: Operation }) {
  const texts = useTexts();
  const { store, admin } = useApi();
  const search = route.useSearch();
  const asked = useMemo(() => argumentsFrom(search, operation.input_schema), [search, operation]);
  const navigate = route.useNavigate();
  const [args, setArgs] = useState<Arguments>(asked);
  const [isFormOpen, setFormOpen] = useState(false);
  const needsArguments = (operation.input_schema.required ?? []).length > 0;
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [store, operation.name, asked],
    queryFn: ({ signal, pageParam }) =>
      admin.run(operation.name, pageParam === null ? asked : { ...asked, cursor: pageParam }, {
        signal,
      }) as Promise<Page>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => (takes(operation, "cursor") ? next_cursor : null),
    enabled: !needsArguments || Object.keys(asked).length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const refusal = error instanceof HanoutError ? error : null;
  const submit = () => {
    setFormOpen(false);
    if (JSON.stringify(args) === JSON.stringify(asked)) void refetch();
    else void navigate({ search: args });
  };
  const isReading = isFetching && !isFetchingNextPage;

  return (
    <div className={classes.sides} data-folded={(data !== undefined && !isFormOpen && !refusal) || undefined}>
      <div className={classes.unfold}>
        <Button
          variant="default"
          fullWidth
          leftSection={<Icon name="search" size={18} />}
          onClick={() => setFormOpen(true)}
        >
          {texts.operations.result.askOtherwise}
        </Button>
      </div>
      <div className={classes.form}>
        <ArgumentsForm
          operation={operation}
          args={args}
          errors={fieldErrorsOf(refusal, operation.input_schema, args, texts)}
          onChange={setArgs}
          onSubmit={submit}
        />
        <div className={classes.inForm}>
          <Button type="submit" form="arguments" disabled={isReading}>
            {isReading ? texts.change.reading : texts.change.read}
          </Button>
        </div>
      </div>
      <div className={classes.beside} aria-busy={isFetching}>
        {error && <Problem error={error} onRetry={refetch} />}
        {data ? <Pages pages={data.pages} operation={operation.name} /> : isFetching && <LoadingRows />}
        {hasNextPage && (
          <div className={classes.next}>
            <Button variant="default" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {isFetchingNextPage ? texts.change.reading : texts.operations.result.next}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

const isRows = (data: unknown): data is Row[] => Array.isArray(data) && data.every((row) => typeof row === "object");

/** The answer of an operation that reads: a list with all its pages so far, or one thing. */
function Pages({ pages, operation }: { pages: readonly Page[]; operation: string }) {
  const { operations } = useTexts();
  const { data, total, next_cursor: _, ...others } = pages[0] ?? {};
  if (!isRows(data)) return <AnswerView answer={pages[0] ?? {}} operation={operation} />;
  const rows = pages.flatMap((page) => (isRows(page.data) ? page.data : []));
  if (rows.length === 0) {
    return <Empty icon="search" title={operations.result.none} text={operations.result.noneHint} />;
  }
  const facts = Object.keys(others).filter((name) => name !== "currency" && name !== "total_is_partial");
  return (
    <>
      <p className={classes.count} role="status">
        {operations.result.count(rows.length, total ?? rows.length)}
      </p>
      {facts.length > 0 && <AnswerView answer={others} operation={operation} />}
      <Rows rows={rows} operation={operation} />
    </>
  );
}
