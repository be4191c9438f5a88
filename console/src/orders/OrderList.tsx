import "@mantine/core/styles/Checkbox.css";
import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import table from "../parts/lists/Table.module.css";
import { moneyText } from "../parts/numbers.ts";
import { Picture, pictureAddress } from "../parts/pictures/Picture.tsx";
import { Status } from "../parts/Status.tsx";
import { useIsPhone } from "../parts/screen/useIsPhone.ts";
import { agoText } from "../parts/writing/ago.ts";
import { OrderNumber } from "../shop/OrderNumber.tsx";
import { phoneText } from "../shop/phones.ts";
import { useWilayaName } from "../shop/useWilayaName.ts";
import classes from "./Orders.module.css";
import type { ListedOrder } from "./useOrders.ts";

interface OrderListProps {
  orders: readonly ListedOrder[];
  chosen: ReadonlySet<string>;
  /** Whether orders are being selected: then a touch selects. */
  isChoosing: boolean;
  canChoose: boolean;
  onChoose: (numbers: readonly string[], isChosen: boolean) => void;
}

/** The orders: a table at a desk, rows on a phone. */
export function OrderList(props: OrderListProps) {
  const isPhone = useIsPhone();
  return isPhone ? <Rows {...props} /> : <Table {...props} />;
}

function Table({ orders, chosen, canChoose, onChoose }: OrderListProps) {
  const { texts, language } = useLanguage();
  const { orders: words } = texts;
  const { time_zone: timeZone } = useStore();
  const wilayaName = useWilayaName();
  const all = orders.map(({ order_number }) => order_number);
  const isAll = all.every((number) => chosen.has(number));
  return (
    <table className={`${table.table} ${classes.table}`}>
      <thead>
        <tr>
          {canChoose && (
            <th scope="col" className={classes.tick}>
              <Checkbox
                size="xs"
                aria-label={words.selectAll}
                checked={isAll}
                indeterminate={!isAll && chosen.size > 0}
                onChange={() => onChoose(all, !isAll)}
              />
            </th>
          )}
          <th scope="col">{words.order}</th>
          <th scope="col">{words.customer}</th>
          <th scope="col">{words.wilaya}</th>
          <th scope="col">{words.items}</th>
          <th scope="col" data-number="">
            {words.toCollect}
          </th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.next}</th>
          <th scope="col" data-number="">
            {words.placed}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => {
          const { order_number: number, customer_name, customer_phone, customer_commune } = order;
          const wilaya = wilayaName(order.wilaya_code, order.customer_wilaya);
          return (
            <tr key={number} data-chosen={chosen.has(number) || undefined}>
              {canChoose && (
                <td className={classes.tick}>
                  <Checkbox
                    size="xs"
                    aria-label={words.select(number)}
                    checked={chosen.has(number)}
                    onChange={() => onChoose([number], !chosen.has(number))}
                  />
                </td>
              )}
              <th scope="row">
                <OrderLink number={number} className={classes.whole} />
              </th>
              <td>
                <strong>{customer_name && <Typed>{customer_name}</Typed>}</strong>
                <small>
                  <Island>{phoneText(customer_phone ?? "")}</Island>
                </small>
              </td>
              <td>
                <Typed>{wilaya}</Typed>
                {customer_commune && customer_commune !== wilaya && (
                  <small>
                    <Typed>{customer_commune}</Typed>
                  </small>
                )}
              </td>
              <td>
                <Pictures order={order} />
              </td>
              <td data-number="" data-strong="">
                <Total order={order} />
              </td>
              <td>
                <StatusOf order={order} />
              </td>
              <td>
                <Next order={order} />
              </td>
              <td data-number="" className={classes.quiet}>
                <bdi>{agoText(order.created_at, language, timeZone)}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Rows({ orders, chosen, isChoosing, onChoose }: OrderListProps) {
  const { language } = useLanguage();
  const { time_zone: timeZone } = useStore();
  const { store } = useApi();
  const wilayaName = useWilayaName();
  return (
    <ul className={classes.rows}>
      {orders.map((order) => {
        const { order_number: number, customer_name, customer_commune, items } = order;
        const wilaya = wilayaName(order.wilaya_code, order.customer_wilaya);
        const place = [...new Set([wilaya, customer_commune])].filter(Boolean);
        const isChosen = chosen.has(number);
        const content = (
          <>
            <span className={classes.rowPicture}>
              <ItemPicture item={items[0]} size={48} />
              {isChoosing && (
                <span className={classes.rowTick} data-on={isChosen || undefined}>
                  {isChosen && <Icon name="check" size={16} />}
                </span>
              )}
            </span>
            <span className={classes.rowWords}>
              <strong>{customer_name ? <Typed>{customer_name}</Typed> : <Island>{number}</Island>}</strong>
              <span>
                <StatusOf order={order} />
                <span className={classes.place}>
                  <Typed>{place.join(language === "ar" ? "، " : ", ")}</Typed>
                </span>
              </span>
            </span>
            <span className={classes.rowEnd}>
              <strong>
                <Total order={order} />
              </strong>
              <bdi>{agoText(order.created_at, language, timeZone)}</bdi>
            </span>
          </>
        );
        return (
          <li key={number} data-chosen={isChosen || undefined}>
            {isChoosing ? (
              <button
                type="button"
                className={classes.row}
                aria-pressed={isChosen}
                onClick={() => onChoose([number], !isChosen)}
              >
                {content}
              </button>
            ) : (
              <Link to="/stores/$store/orders/$number" params={{ store, number }} className={classes.row}>
                {content}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function OrderLink({ number, className }: { number: string; className?: string | undefined }) {
  const { store } = useApi();
  return (
    <Link to="/stores/$store/orders/$number" params={{ store, number }} className={className}>
      <OrderNumber number={number} />
    </Link>
  );
}

const Total = ({ order: { total, currency } }: { order: ListedOrder }) => <Island>{moneyText(total, currency)}</Island>;

function StatusOf({ order: { status } }: { order: ListedOrder }) {
  const { fields } = useTexts();
  return <Status value={status} word={valueWord(fields, "status", status) ?? status} />;
}

const MAX_PICTURES = 3;

function Pictures({ order: { items } }: { order: ListedOrder }) {
  const { orders } = useTexts();
  const shown = items.slice(0, MAX_PICTURES);
  return (
    <span className={classes.pictures}>
      {shown.map((item) => (
        <ItemPicture key={item.id} item={item} size={36} />
      ))}
      {items.length > shown.length && <small>{orders.more(items.length - shown.length)}</small>}
    </span>
  );
}

function ItemPicture({ item, size }: { item: ListedOrder["items"][number] | undefined; size: number }) {
  const address = pictureAddress(item?.product_image);
  return address ? (
    <Picture src={address} alt={item?.product_name ?? ""} size={size} />
  ) : (
    <span className={classes.noPicture} style={{ width: size, height: size }} title={item?.product_name}>
      <Icon name="bag" size={18} />
    </span>
  );
}

/** What is known of how it goes on. */
function Next({ order }: { order: ListedOrder }) {
  const { texts, language } = useLanguage();
  const { time_zone: timeZone } = useStore();
  const { orders: words, fields } = texts;
  const { status, calls, notes, carrier, tracking_number, reason, payment_status, is_blocked } = order;
  if (status === "pending") {
    const last = notes.findLast(({ outcome }) => outcome !== null);
    if (is_blocked) return words.blocked;
    if (!last || calls === 0) return words.neverCalled;
    if (last.call_again_at) return words.callAgain(agoText(last.call_again_at, language, timeZone));
    const outcome = valueWord(fields, "outcome", last.outcome ?? "");
    return [words.calls(calls), outcome].filter(Boolean).join(" · ");
  }
  if (reason) return valueWord(fields, "reason", reason) ?? reason;
  if (status === "delivered" && payment_status === "paid") return words.collected;
  if (!carrier) return null;
  return (
    <>
      <Typed>{carrier}</Typed>
      {tracking_number && (
        <small>
          <Island>{tracking_number}</Island>
        </small>
      )}
    </>
  );
}
