import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { PageHead, useBack } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { NewOrder } from "./NewOrder.tsx";

const route = getRouteApi("/stores/$store/orders/new");

/** Taking an order by phone. */
export function NewOrderScreen() {
  const { newOrder: texts, problems } = useTexts();
  const api = useApi();
  const navigate = route.useNavigate();
  const back = useBack(() => void navigate({ to: "/stores/$store/orders", params: { store: api.store } }));
  const { data: operations, error, refetch } = useQuery(operationsQuery(api));
  const operation = operations?.find(({ name }) => name === "orders_create");
  return (
    <>
      <PageHead title={texts.title} onBack={back} />
      {operation && <NewOrder operation={operation} onLeave={back} />}
      {operations && !operation && <Empty icon="person" title={problems.codes.insufficient_scope} />}
      {!operations && (error ? <Problem error={error} onRetry={refetch} /> : <LoadingRows />)}
    </>
  );
}
