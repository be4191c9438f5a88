import { useStore } from "../api/api.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { English, Island, Typed } from "./Island.tsx";
import { dateText, moneyText, numberText } from "./numbers.ts";

const MONEY =
  /(^|_)(price|amount|total|subtotal|cost|discount|spent|shipping_cost|rounding|revenue|balance|free_above)$/;
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
/** What reads from left to right: numbers of orders, phones, addresses. */
const CODE = /^[+\d\s()/.:-]+$|^[A-Z]{2,}-[\dA-Z-]+$|^https?:|^\S+@\S+$/;

/** The name of a field: never as the API writes it. */
export function FieldName({ name }: { name: string }) {
  const { language, texts } = useLanguage();
  const known = texts.fields.names[name];
  if (known) return known;
  const words = inWords(name);
  return language === "en" ? words : <English>{words}</English>;
}

/** `compare_at_price` as `Compare at price`. */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/[_.]/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A value of an answer, as a person reads it. `name`: its field, which says what a number means. */
export function Value({ name, value }: { name: string; value: unknown }) {
  const { language } = useLanguage();
  const { change, frame, fields } = useTexts();
  const store = useStore();
  if (value === null || value === undefined) return <>{change.none}</>;
  if (value === "") return <>{change.empty}</>;
  if (typeof value === "boolean") return <>{value ? frame.yes : frame.no}</>;
  if (typeof value === "number") {
    return <Island>{MONEY.test(name) ? moneyText(value, store.currency) : numberText(value)}</Island>;
  }
  if (typeof value === "string") {
    if (TIME.test(value)) return <bdi>{dateText(value, language, store.time_zone)}</bdi>;
    if (fields.values[value]) return <>{fields.values[value]}</>;
    return CODE.test(value) ? <Island>{value}</Island> : <Typed>{value}</Typed>;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <>{change.none}</>;
    return value.map((one, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a value has nothing else to be known by
      <span key={index}>
        {index > 0 && (language === "ar" ? "، " : ", ")}
        <Value name={name} value={one} />
      </span>
    ));
  }
  return Object.entries(value as object).map(([field, one], index) => (
    <span key={field}>
      {index > 0 && " · "}
      <FieldName name={field} />
      {": "}
      <Value name={field} value={one} />
    </span>
  ));
}
