import type { OrderRisk } from "@hanout/client/admin";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon, type IconName } from "../parts/Icon.tsx";
import classes from "./RiskFacts.module.css";

type Risk = Pick<OrderRisk, "phone_history" | "is_blocked">;
type Counts = NonNullable<OrderRisk["phone_history"]> & { returned?: number };

/** What became of the other orders of a number, as a fact: `Takes 3 parcels of 4`. It is a box; `isRow` makes it a line with the counts. */
export function RiskFacts({ risk, isRow = false }: { risk: Risk; isRow?: boolean }) {
  const { customer } = useTexts();
  const history = risk.phone_history;
  if (!history) return null; // who may not see people is not told
  const [tone, icon, words] = factOf(risk, history, customer.risk);
  return (
    <div className={classes.fact} data-tone={tone} data-row={isRow || undefined}>
      <Icon name={icon} size={isRow ? 20 : 18} />
      <div>
        <strong>{words}</strong>
        {isRow && <RiskCounts history={history} isRow />}
      </div>
    </div>
  );
}

const COUNTED = ["orders", "delivered", "refused", "returned", "cancelled", "open"] as const;

/** How many orders the number has, and what became of them; what has not happened is left out. */
export function RiskCounts({ history, isRow = false }: { history: Counts; isRow?: boolean }) {
  const { ofNumber } = useTexts().customer.risk;
  const named = isRow ? COUNTED.slice(0, 3) : COUNTED; // a row has no room for more
  const shown = named.flatMap((name) => (history[name] ? [{ name, count: history[name] }] : []));
  if (shown.length === 0) return null;
  return (
    <dl className={classes.counts} data-row={isRow || undefined}>
      {shown.map(({ name, count }) => (
        <div key={name} data-count={name}>
          <dt>{ofNumber[name](count)}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function factOf(
  { is_blocked }: Risk,
  { orders, delivered, refused }: Counts,
  words: ReturnType<typeof useTexts>["customer"]["risk"],
): ["good" | "bad" | "none", IconName, string] {
  const sent = delivered + refused;
  if (is_blocked) return ["bad", "cannot-undo", words.isBlocked];
  if (orders === 0) return ["none", "person", words.firstOrder];
  if (sent === 0) return ["none", "person", words.noParcelYet];
  return refused > delivered
    ? ["bad", "warning", words.takes(delivered, sent)]
    : ["good", "done", words.takes(delivered, sent)];
}
