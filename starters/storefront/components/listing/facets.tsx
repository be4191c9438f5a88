import type { Category, Facets as Counts } from "@hanout/client/shop";
import Link from "next/link";
import { colourOf } from "@/lib/colours";
import type { Filters } from "@/lib/filters";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { isColour, optionName } from "@/lib/options";
import { textsOf } from "@/lib/texts";
import { Part } from "../part";

interface Props {
  locale: Locale;
  facets: Counts;
  filters: Filters;
  below: Category[];
}

/** Values that are shown as boxes in a row, like sizes. */
const SHORT = 5;

/** The filters that the products of a list have, with the merchant's names. */
export function Facets({ locale, facets, filters, below }: Props) {
  const t = textsOf(locale);
  const chosenOf = (wanted: string) => filters.chosen.find(([name]) => name === wanted)?.[1];
  const words = chosenOf("q");
  return (
    <>
      {words && <input type="hidden" name="q" value={words} />}
      {below.length > 0 && (
        <Part title={t("list.department")} isOpen>
          <ul>
            {below.map(({ id, slug, name, product_count }) => (
              <li key={id}>
                <Link
                  href={pathTo(locale, `/categories/${slug}`)}
                  prefetch={false}
                  className="flex min-h-11 items-center justify-between hover:text-accent"
                >
                  <bdi dir="auto">{nameOf(name, locale)}</bdi>
                  <bdi className="quiet">{product_count}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {facets.options.map(({ name, values }) => {
        const field = `option.${name}`;
        const chosen = chosenOf(field);
        const colours = isColour(name);
        const isShort = values.every(({ value }) => value.length <= SHORT);
        const ordered = isShort ? [...values].sort((a, b) => bySize(a.value, b.value)) : values;
        return (
          <Part key={name} title={optionName(name, locale)} isOpen={colours || isShort || chosen !== undefined}>
            <div className={`flex flex-wrap ${isShort && !colours ? "gap-2" : "gap-x-4"}`}>
              {ordered.map(({ value, count }) => (
                <Value
                  key={value}
                  field={field}
                  value={value}
                  isChosen={value === chosen}
                  isBox={isShort && !colours}
                  colour={colours ? colourOf(value) : undefined}
                  isEmpty={count === 0}
                />
              ))}
            </div>
          </Part>
        );
      })}
      {facets.price.max !== null && (
        <Part title={t("list.price")} isOpen>
          <div className="grid grid-cols-2 gap-2">
            {(["min", "max"] as const).map((end) => (
              <label key={end} className="text-sm">
                {t(end === "min" ? "list.priceFrom" : "list.priceTo")}
                <input
                  type="text"
                  inputMode="numeric"
                  pattern="[0-9]*"
                  dir="ltr"
                  name={`${end}_price`}
                  defaultValue={chosenOf(`${end}_price`)}
                  placeholder={String(Math.ceil(facets.price[end] ?? 0))}
                  className="field mt-1 rtl:text-right"
                />
              </label>
            ))}
          </div>
        </Part>
      )}
      <Part title={t("list.availability")} isOpen>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="in_stock"
            value="true"
            defaultChecked={chosenOf("in_stock") === "true"}
            className="size-5 accent-(--accent)"
          />
          <span className="grow">{t("list.inStock")}</span>
          <bdi className="quiet">{facets.availability.in_stock}</bdi>
        </label>
      </Part>
      {facets.vendors.length > 1 && (
        <Part title={t("list.vendor")} isOpen={chosenOf("vendor") !== undefined}>
          {facets.vendors.map(({ value, count }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="vendor"
                value={value}
                defaultChecked={chosenOf("vendor") === value}
                className="size-5 accent-(--accent)"
              />
              <bdi dir="auto" className="grow">
                {value}
              </bdi>
              <bdi className="quiet">{count}</bdi>
            </label>
          ))}
        </Part>
      )}
    </>
  );
}

interface ValueProps {
  field: string;
  value: string;
  isChosen: boolean;
  isBox: boolean;
  colour: string | undefined;
  isEmpty: boolean;
}

/** A value to filter by. One that gives nothing is greyed, not removed. */
const Value = ({ field, value, isChosen, isBox, colour, isEmpty }: ValueProps) => (
  <label
    className={
      isBox
        ? `flex min-h-12 min-w-13 items-center justify-center rounded-control border border-edge px-2 has-checked:border-2 has-checked:border-ink has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-accent ${isEmpty ? "bg-sunk text-faint" : "bg-raised"}`
        : `flex min-h-11 items-center gap-2 has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-accent ${isEmpty ? "text-faint" : ""}`
    }
  >
    <input type="radio" name={field} value={value} defaultChecked={isChosen} className="peer sr-only" />
    {!isBox && (
      <span
        aria-hidden="true"
        className="size-7 rounded-full border border-ink/25 outline-offset-2 peer-checked:outline-2 peer-checked:outline-ink"
        style={{ background: colour ?? "var(--raised)" }}
      />
    )}
    <bdi dir="auto">{value}</bdi>
  </label>
);

const LETTERS = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL", "2XL", "3XL"];

/** Sizes as people order them. */
function bySize(one: string, other: string): number {
  const [first, second] = [LETTERS.indexOf(one), LETTERS.indexOf(other)];
  return first >= 0 && second >= 0 ? first - second : one.localeCompare(other, "fr", { numeric: true });
}
