import { HanoutError } from "@hanout/client/admin";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../api/api.ts";
import type { Operation } from "../api/operations.ts";
import { fieldErrorsOf } from "../change/fieldErrors.ts";
import type { Arguments } from "../change/run.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { Problem } from "../parts/Problem.tsx";
import { ArgumentsForm } from "./form/ArgumentsForm.tsx";
import classes from "./Operation.module.css";
import { AnswerView } from "./result/AnswerView.tsx";

const route = getRouteApi("/stores/$store/operations/$name");

/** An operation that only reads: what is asked for stands in the address, so that it survives Back, and can be passed on. */
export function ReadOperation({ operation }: { operation: Operation }) {
  const texts = useTexts();
  const { store, admin } = useApi();
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const [args, setArgs] = useState<Arguments>(asked);
  const needsArguments = (operation.input_schema.required ?? []).length > 0;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [store, operation.name, asked],
    queryFn: ({ signal }) => admin.run(operation.name, asked, { signal }) as Promise<Record<string, unknown>>,
    enabled: !needsArguments || Object.keys(asked).length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const refusal = error instanceof HanoutError ? error : null;
  const submit = () => {
    if (JSON.stringify(args) === JSON.stringify(asked)) void refetch();
    else void navigate({ search: args });
  };

  return (
    <div className={classes.sides}>
      <div className={classes.form}>
        <ArgumentsForm
          operation={operation}
          args={args}
          errors={fieldErrorsOf(refusal, operation.input_schema, args, texts)}
          onChange={setArgs}
          onSubmit={submit}
        />
        <div className={classes.inForm}>
          <Button type="submit" form="arguments" loading={isFetching}>
            {isFetching ? texts.change.reading : texts.change.read}
          </Button>
        </div>
      </div>
      <div className={classes.beside} aria-busy={isFetching}>
        {error && <Problem error={error} onRetry={refetch} />}
        {data ? <AnswerView answer={data} /> : isFetching && <LoadingRows />}
      </div>
    </div>
  );
}
