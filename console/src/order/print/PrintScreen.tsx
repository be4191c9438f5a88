import { Button, SegmentedControl } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "../../api/api.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Dock } from "../../parts/Dock.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { LoadingRows } from "../../parts/LoadingRows.tsx";
import { PageHead, useBack } from "../../parts/PageHead.tsx";
import { Problem } from "../../parts/Problem.tsx";
import { orderQuery } from "../order.ts";
import { Label } from "./Label.tsx";
import { PackingSlip } from "./PackingSlip.tsx";
import classes from "./Print.module.css";
import { PAPERS, type Paper } from "./papers.ts";

const route = getRouteApi("/stores/$store/orders/$number/print");

/** What goes with each parcel, as it will be printed. The browser prints it, or keeps it as PDF. The address names one order, or several with commas. */
export function PrintScreen() {
  const { order: texts } = useTexts();
  const api = useApi();
  const numbers = route.useParams().number.split(",");
  const { as: paper } = route.useSearch();
  const navigate = route.useNavigate();
  const [number = ""] = numbers;
  const back = useBack(() =>
    numbers.length > 1
      ? void navigate({ to: "/stores/$store/orders", params: { store: api.store } })
      : void navigate({ to: "/stores/$store/orders/$number", params: { store: api.store, number } }),
  );
  const found = useQueries({ queries: numbers.map((one) => orderQuery(api, one)) });
  const orders = found.flatMap(({ data }) => data ?? []);
  const failed = found.find(({ data, error }) => error && !data);
  const isWhole = orders.length === numbers.length;
  const print = (
    <Button disabled={!isWhole} leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
      {texts.printNow}
    </Button>
  );
  return (
    <>
      <div className={classes.screen}>
        <PageHead
          title={texts.printTitle}
          actions={<span className="mantine-visible-from-sm">{print}</span>}
          onBack={back}
        />
        <div className={classes.choice}>
          <SegmentedControl
            aria-label={texts.paper}
            data={PAPERS.map((value) => ({ value, label: texts.papers[value] }))}
            value={paper}
            onChange={(value) => void navigate({ search: { as: value as Paper }, replace: true })}
          />
        </div>
      </div>
      <div className={classes.desk}>
        {failed && <Problem error={failed.error} onRetry={failed.refetch} />}
        {!isWhole && !failed && <LoadingRows />}
        {isWhole &&
          orders.map((order) => (
            <div key={order.id} className={classes.paper} data-paper={paper}>
              {paper === "slip" ? <PackingSlip order={order} /> : <Label order={order} />}
            </div>
          ))}
      </div>
      <Dock className={classes.dock}>{print}</Dock>
    </>
  );
}
