import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { PageHead, useBack } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import classes from "./Order.module.css";
import { OrderPage } from "./OrderPage.tsx";
import { orderQuery } from "./order.ts";

const route = getRouteApi("/stores/$store/orders/$number");

/** One order: what was ordered, what it cost and why, what happened to it, and its next step. */
export function OrderScreen() {
  const { order: texts } = useTexts();
  const api = useApi();
  const { number } = route.useParams();
  const navigate = route.useNavigate();
  const back = useBack(() => void navigate({ to: "/stores/$store/orders", params: { store: api.store } }));
  const { data: operations } = useQuery(operationsQuery(api));
  const { data: order, error, refetch } = useQuery(orderQuery(api, number));

  if (order && operations) {
    return <OrderPage key={order.id} order={order} operations={operations} onBack={back} />;
  }
  return (
    <>
      <PageHead title={texts.title} onBack={back} />
      <div className={classes.waiting}>{error ? <Problem error={error} onRetry={refetch} /> : <LoadingRows />}</div>
    </>
  );
}
