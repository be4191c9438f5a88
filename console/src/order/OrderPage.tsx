import { Button, Group } from "@mantine/core";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import type { Operation } from "../api/operations.ts";
import { valueWord } from "../messages/fields.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { Icon } from "../parts/Icon.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Status } from "../parts/Status.tsx";
import { OrderNumber } from "../shop/OrderNumber.tsx";
import { CustomerPart, DeliveryPart, ParcelPart } from "./Aside.tsx";
import { Cost } from "./Cost.tsx";
import { Lines } from "./Lines.tsx";
import { MoreActions } from "./MoreActions.tsx";
import { NextStepButton } from "./NextStepButton.tsx";
import classes from "./Order.module.css";
import { OPERATION_OF, type Order, type SheetName, sheetsOf } from "./order.ts";
import { OrderSheet } from "./sheets/OrderSheet.tsx";
import { Timeline } from "./Timeline.tsx";

const route = getRouteApi("/stores/$store/orders/$number");

interface OrderPageProps {
  order: Order;
  /** Those that the person may use. */
  operations: readonly Operation[];
  onBack: () => void;
}

export function OrderPage({ order, operations, onBack }: OrderPageProps) {
  const { order: texts, fields } = useTexts();
  const { do: asked } = route.useSearch();
  const { number, store } = route.useParams();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const isOpenedHere = useRef(false);
  const may = (name: string) => operations.find((operation) => operation.name === name);
  const sheets = sheetsOf(order).filter((sheet) => may(OPERATION_OF[sheet]));

  const open = (sheet: SheetName) => {
    isOpenedHere.current = true;
    void navigate({ search: { do: sheet } });
  };
  /** Back to the page; Back of the browser does not open the sheet again. */
  const close = (isDone = false) => {
    const options = { ignoreBlocker: isDone };
    if (isOpenedHere.current) history.back(options);
    else void navigate({ search: {}, replace: true, ...options });
    isOpenedHere.current = false;
  };
  const print = () =>
    void navigate({ to: "/stores/$store/orders/$number/print", params: { store, number }, search: { as: "slip" } });
  const next = <NextStepButton order={order} may={may} onOpen={open} />;
  const printing = (
    <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={print}>
      {texts.print}
    </Button>
  );

  return (
    <>
      <PageHead
        title={
          <span className={classes.title}>
            <OrderNumber number={order.order_number} />
            <span className={classes.status} data-status={order.status}>
              <Status value={order.status} word={valueWord(fields, "status", order.status) ?? order.status} />
            </span>
          </span>
        }
        actions={
          <>
            <MoreActions order={order} sheets={sheets} onOpen={open} />
            <Group gap="var(--s-2)" visibleFrom="sm">
              {sheets.includes("lines") && (
                <Button variant="default" leftSection={<Icon name="pencil" size={18} />} onClick={() => open("lines")}>
                  {texts.change}
                </Button>
              )}
              {printing}
              {next}
            </Group>
          </>
        }
        onBack={onBack}
      />
      <div className={classes.page}>
        <aside className={classes.aside}>
          <CustomerPart order={order} />
        </aside>
        <div className={classes.main}>
          <section className={classes.part}>
            <header className="mantine-hidden-from-sm">
              <h2>{texts.goods}</h2>
              {sheets.includes("lines") && (
                <Button
                  variant="transparent"
                  leftSection={<Icon name="pencil" size={18} />}
                  onClick={() => open("lines")}
                >
                  {texts.change}
                </Button>
              )}
            </header>
            <Lines order={order} />
          </section>
          <Cost order={order} />
        </div>
        <aside className={classes.aside} data-second>
          <DeliveryPart order={order} {...(sheets.includes("address") && { onChange: () => open("address") })} />
          <ParcelPart order={order} {...(sheets.includes("track") && { onChange: () => open("track") })} />
        </aside>
        <div className={classes.history}>
          <Timeline order={order} {...(sheets.includes("note") && { onNote: () => open("note") })} />
        </div>
      </div>
      <Dock className={classes.dock}>
        {next}
        {printing}
      </Dock>
      {asked && sheets.includes(asked) && (
        <OrderSheet name={asked} order={order} operation={may(OPERATION_OF[asked]) as Operation} onClose={close} />
      )}
    </>
  );
}
