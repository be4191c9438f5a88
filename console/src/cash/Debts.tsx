import { UnstyledButton } from "@mantine/core";
import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText, shortDateText } from "../parts/numbers.ts";
import { localDay } from "../parts/writing/dates.ts";
import classes from "./Cash.module.css";
import type { Debt } from "./useDebts.ts";

interface DebtsProps {
  debts: Debt[];
  chosen: string;
  onChoose: (carrier: string) => void;
}

/** Which carrier owes how much, and since when. One that is chosen is the one of the statement. */
export function Debts({ debts, chosen, onChoose }: DebtsProps) {
  const { language, texts } = useLanguage();
  const { cash } = texts;
  const { currency, time_zone } = useStore();
  const owing = debts.filter(({ owed }) => owed > 0);
  if (owing.length === 0) return <Empty icon="done" title={cash.owedNothing} text={cash.owedNothingHint} />;
  return (
    <ul>
      {owing.map(({ carrier, unpaid, owed, oldest_unpaid_at: oldest }) => (
        <li key={carrier}>
          <UnstyledButton
            className={classes.debt}
            disabled={carrier === null}
            aria-pressed={carrier !== null && carrier === chosen}
            onClick={() => carrier && onChoose(carrier)}
          >
            {carrier === null ? cash.noCarrier : <Typed>{carrier}</Typed>}
            <strong>
              <Island>{moneyText(owed, currency)}</Island>
            </strong>
            <span className={classes.second}>
              {cash.parcels(unpaid)}
              {oldest && ` · ${cash.oldest(shortDateText(localDay(new Date(oldest), time_zone), language))}`}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
