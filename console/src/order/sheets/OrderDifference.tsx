import type { PropsWithChildren, ReactNode } from "react";
import { type Row, rowsOf } from "../../change/rows.ts";
import type { Difference } from "../../change/run.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Island, Typed } from "../../parts/Island.tsx";
import { moneyText, numberText } from "../../parts/numbers.ts";
import { FieldName, Value } from "../../parts/Value.tsx";
import { nameOfLine } from "../order.ts";
import classes from "./Sheet.module.css";

interface Line {
  sku: string | null;
  product_name: string;
  variant_title: string | null;
  quantity: number;
  price: number;
}

/** What the log of changes tells of orders beside their lines, which a person would not look for. */
const NO_NEWS = new Set(["items", "notes", "calls", "returns", "shipping_is_set"]);
/** Sums last, and the total at the end. */
const ORDER = ["subtotal", "discount", "coupon_code", "shipping_cost", "rounding", "total"];

/** What differs of orders: lines first, then amounts, then the rest. */
export function OrderDifference({
  changes,
  currency,
  children,
}: PropsWithChildren<{ changes: readonly Difference[]; currency: string }>) {
  const { change } = useTexts();
  return (
    <table className={classes.rows}>
      <thead>
        <tr>
          <th aria-label={change.field} />
          <th scope="col">{change.now}</th>
          <th scope="col">{change.after}</th>
        </tr>
      </thead>
      {changes.map((difference) => (
        <tbody key={difference.id}>
          {changes.length > 1 && (
            <tr className={classes.whose}>
              <th scope="rowgroup" colSpan={3}>
                <Island>{difference.label}</Island>
              </th>
            </tr>
          )}
          <LineRows difference={difference} />
          {fieldRows(difference).map((row) => (
            <FieldRow key={JSON.stringify(row.path)} row={row} currency={currency} />
          ))}
        </tbody>
      ))}
      {children && <tbody>{children}</tbody>}
    </table>
  );
}

const linesIn = (side: Difference["before"]): Line[] => (side?.items as Line[] | undefined) ?? [];
const keyOf = ({ sku, product_name, variant_title, price }: Line): string =>
  JSON.stringify([sku, product_name, variant_title, price]);

function LineRows({ difference: { before, after } }: { difference: Difference }) {
  const { order: texts } = useTexts();
  const [was, is] = [linesIn(before), linesIn(after)];
  const keys = [...new Set([...was, ...is].map(keyOf))];
  const quantityIn = (lines: Line[], key: string) =>
    lines.filter((line) => keyOf(line) === key).reduce((sum, { quantity }) => sum + quantity, 0);
  return keys.map((key) => {
    const line = [...is, ...was].find((one) => keyOf(one) === key) as Line;
    const [from, to] = [quantityIn(was, key), quantityIn(is, key)];
    if (from === to) return null;
    return (
      <TableRow
        key={key}
        name={<Typed>{nameOfLine(line)}</Typed>}
        before={from === 0 ? "—" : <Island>{numberText(from)}</Island>}
        after={to === 0 ? texts.removed : <Island>{numberText(to)}</Island>}
      />
    );
  });
}

const nameOfRow = ({ path }: Row): string => String(path.findLast((step) => typeof step === "string") ?? "");

const fieldRows = (difference: Difference): Row[] =>
  rowsOf(difference)
    .filter(({ path }) => !NO_NEWS.has(String(path[0])))
    .toSorted((one, other) => ORDER.indexOf(nameOfRow(one)) - ORDER.indexOf(nameOfRow(other)));

function FieldRow({ row, currency }: { row: Row; currency: string }) {
  const { order: texts } = useTexts();
  const name = nameOfRow(row);
  const side = (value: unknown): ReactNode => {
    if (value === undefined || value === null) return "—";
    if (name === "shipping_cost" && value === 0) return texts.free;
    if (name === "discount" && typeof value === "number") return <Island>{moneyText(-value, currency)}</Island>;
    return <Value name={name} value={value} />;
  };
  return (
    <TableRow
      name={name === "total" ? texts.sums.toCollect : <FieldName name={name} />}
      before={side(row.before)}
      after={side(row.after)}
      isSum={name === "total"}
    />
  );
}

/** One row: what, its value now, and after. */
export function TableRow({
  name,
  before,
  after,
  isSum = false,
}: {
  name: ReactNode;
  before: ReactNode;
  after: ReactNode;
  isSum?: boolean;
}) {
  return (
    <tr data-sum={isSum || undefined}>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td>{after}</td>
    </tr>
  );
}
