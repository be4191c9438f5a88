import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { PageHead, useBack } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { ReadOperation } from "./ReadOperation.tsx";
import { aboutOf, titleOf } from "./titles.ts";
import { WriteOperation } from "./WriteOperation.tsx";

const route = getRouteApi("/stores/$store/operations/$name");

/** Any operation of the store: its form, what it would change, and what it answered. */
export function OperationScreen() {
  const texts = useTexts();
  const { operations, change } = texts;
  const { store, name } = route.useParams();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(operationsQuery(useApi()));
  const back = useBack(() => navigate({ to: "/stores/$store/operations", params: { store } }));

  const operation = data?.find((one) => one.name === name);
  if (!operation) {
    return (
      <>
        <PageHead title={name} onBack={back} />
        {error ? (
          <Problem error={error} onRetry={refetch} />
        ) : data ? (
          <Empty icon="search" title={operations.unknown} />
        ) : (
          <LoadingRows />
        )}
      </>
    );
  }
  const about = (
    <>
      {aboutOf(texts, operation)}
      {operation.effect !== "read" &&
        ` ${change.nothingBefore} ${operation.not_undoable === null ? change.undoableFor : change.final}`}
    </>
  );
  return (
    <>
      <PageHead title={titleOf(texts, operation)} about={about} onBack={back} />
      {operation.effect === "read" ? (
        <ReadOperation key={name} operation={operation} />
      ) : (
        <WriteOperation key={name} operation={operation} onLeave={back} />
      )}
    </>
  );
}
