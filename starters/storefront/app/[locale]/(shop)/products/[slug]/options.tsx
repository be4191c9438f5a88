import type { MouseEvent } from "react";
import { colourOf } from "@/lib/colours";
import { listText } from "@/lib/lists";
import type { Locale } from "@/lib/locales";
import { type Chosen, isColour, optionName, variantOf } from "@/lib/options";
import type { Choosable } from "./choice";

interface Props {
  product: Choosable;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  locale: Locale;
  say: (name: string, values?: Record<string, string | number>) => string;
}

/**
 * The options in the merchant's order. Each value is a link to the page with it, so that it works without JavaScript and can be
 * sent to somebody. What is sold out in this combination is greyed, and a sentence says in what it is left.
 */
export function Options({ product, chosen, onChoose, locale, say }: Props) {
  return product.options.map(({ name, values }) => {
    const others = product.options.filter((option) => option.name !== name);
    const left = (value: string) => variantOf(product, { ...chosen, [name]: value })?.in_stock === true;
    const gone = values.filter((value) => !left(value));
    const colours = isColour(name);

    function choose(event: MouseEvent<HTMLAnchorElement>, next: Chosen) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      window.history.replaceState(null, "", `?${new URLSearchParams(next)}`);
      onChoose(next);
    }

    return (
      <div key={name} className="mt-6">
        <p>
          <span className="font-semibold">{say("option", { name: optionName(name, locale) })}</span>{" "}
          <bdi>{chosen[name]}</bdi>
        </p>
        <ul className={`mt-2 flex flex-wrap ${colours ? "gap-x-5" : "gap-2"}`}>
          {values.map((value) => {
            const next = { ...chosen, [name]: value };
            const isChosen = chosen[name] === value;
            const isLeft = left(value);
            return (
              <li key={value}>
                <a
                  href={`?${new URLSearchParams(next)}`}
                  rel="nofollow"
                  onClick={(event) => choose(event, next)}
                  aria-current={isChosen ? "true" : undefined}
                  className={colours ? "colour" : "size"}
                  data-gone={isLeft ? undefined : ""}
                >
                  {colours && (
                    <span
                      aria-hidden="true"
                      className="colour-dot"
                      style={{ background: colourOf(value) ?? "var(--raised)" }}
                    />
                  )}
                  <bdi>{value}</bdi>
                  {!isLeft && <span className="sr-only"> {say("soldOut")}</span>}
                </a>
              </li>
            );
          })}
        </ul>
        {gone.map((value) => (
          <p key={value} className="quiet mt-2">
            {goneText(value)}
          </p>
        ))}
      </div>
    );

    /** "L is sold out in Red; there are some in Yellow and White." */
    function goneText(value: string): string {
      const [other] = others;
      const given = {
        value,
        in: listText(
          others.map((option) => chosen[option.name] ?? ""),
          locale,
        ),
      };
      if (!other) return say("gone", given);
      const inWhich = other.values.filter(
        (one) => variantOf(product, { ...chosen, [name]: value, [other.name]: one })?.in_stock,
      );
      return inWhich.length > 0
        ? say("goneIn", { ...given, left: listText(inWhich, locale) })
        : say("goneInAll", given);
    }
  });
}
