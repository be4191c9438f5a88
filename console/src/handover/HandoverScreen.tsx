import { Button, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { useCarriers } from "../api/carriers.ts";
import { type Operation, operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { downloadText } from "../parts/files/download.ts";
import { Icon } from "../parts/Icon.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import tabs from "../parts/lists/Tabs.module.css";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import classes from "./Handover.module.css";
import { ParcelList } from "./ParcelList.tsx";
import { useParcels } from "./useParcels.ts";

const route = getRouteApi("/stores/$store/handover");
const MAX_PARCELS = 1000;

/** Handing parcels over to a carrier: which it takes, its list as a file, and the tracking numbers that it gives back. */
export function HandoverScreen() {
  const { handover, problems } = useTexts();
  const api = useApi();
  const { carrier: asked, gone = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: operations } = useQuery(operationsQuery(api));
  const find = (name: string) => operations?.find((operation) => operation.name === name);
  const { data: carriers, error, refetch, isLoading } = useCarriers();
  const names = carriers?.map(({ name }) => name) ?? [];
  const carrier = asked ?? names[0];
  const download = useMutation({
    mutationFn: async () => {
      const list = { carrier: carrier ?? "", ...(!gone && { ready: true }), limit: MAX_PARCELS };
      let text = "";
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await api.admin.parcels.export(cursor ? { ...list, cursor } : list);
        text += page.csv;
        cursor = page.next_cursor;
      }
      downloadText(`${carrier}_${gone ? "shipped" : "ready"}.csv`, text, "text/csv");
    },
    networkMode: "always",
  });

  if (operations && !find("parcels_export")) return <Empty icon="truck" title={problems.codes.insufficient_scope} />;
  const mover = find("orders_move");
  return (
    <>
      <PageHead
        title={handover.title}
        about={handover.about}
        actions={
          carrier && (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={18} />}
              disabled={download.isPending}
              onClick={() => download.mutate()}
            >
              <span className="mantine-visible-from-sm">{handover.saveCsv}</span>
              <span className="mantine-hidden-from-sm">CSV</span>
            </Button>
          )
        }
      />
      {error && <Problem error={error} onRetry={refetch} />}
      {isLoading && (
        <div className={classes.loading}>
          <LoadingRows />
        </div>
      )}
      {download.error && <Problem error={download.error} />}
      {carriers && names.length === 0 && (
        <Empty
          icon="truck"
          title={handover.noCarrier}
          text={handover.noCarrierText}
          action={
            find("carriers_save") && (
              <Button component={Link} to={`/stores/${api.store}/operations/carriers_save`}>
                {handover.addCarrier}
              </Button>
            )
          }
        />
      )}
      {carrier && (
        <>
          <div className={classes.choice}>
            <Select
              aria-label={handover.carrier}
              data={names.includes(carrier) ? names : [carrier, ...names]}
              value={carrier}
              allowDeselect={false}
              onChange={(name) => name && navigate({ search: { carrier: name, ...(gone && { gone }) }, replace: true })}
            />
            <nav className={tabs.tabs} aria-label={handover.title}>
              <Tab carrier={carrier} isGone={false} isCurrent={!gone} />
              <Tab carrier={carrier} isGone isCurrent={gone} />
            </nav>
          </div>
          <ListOf key={`${carrier} ${gone}`} carrier={carrier} isGone={gone} mover={mover} />
        </>
      )}
    </>
  );
}

function Tab({ carrier, isGone, isCurrent }: { carrier: string; isGone: boolean; isCurrent: boolean }) {
  const { handover } = useTexts();
  const { store } = useApi();
  const { data } = useParcels(carrier, isGone);
  return (
    <Link
      to="/stores/$store/handover"
      params={{ store }}
      search={{ carrier, ...(isGone && { gone: true }) }}
      replace
      activeProps={{}}
      activeOptions={{ exact: true }} // else both are current
      aria-current={isCurrent ? "page" : undefined}
    >
      {isGone ? handover.gone : handover.ready}
      {data && data.parcels.length > 0 && (
        <span className={tabs.count}>
          {data.parcels.length}
          {data.isCut && "+"}
        </span>
      )}
    </Link>
  );
}

function ListOf({ carrier, isGone, mover }: { carrier: string; isGone: boolean; mover: Operation | undefined }) {
  const { handover } = useTexts();
  const { store } = useApi();
  const { data, error, refetch } = useParcels(carrier, isGone);
  if (error && !data) return <Problem error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <div className={classes.loading}>
        <LoadingRows />
      </div>
    );
  }
  return (
    <ParcelList
      data={data}
      carrier={carrier}
      mover={mover}
      empty={
        <Empty
          icon="truck"
          title={isGone ? handover.noneGone : handover.noneReady}
          text={isGone ? undefined : handover.noneReadyText}
          action={
            !isGone && (
              <Link to="/stores/$store/orders" params={{ store }} search={{ view: "to_ship" }}>
                {handover.toShip}
              </Link>
            )
          }
        />
      }
    />
  );
}
