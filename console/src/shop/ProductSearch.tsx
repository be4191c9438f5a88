import { TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { type Api, useApi, useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed, typedIn } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import { Problem, problemText } from "../parts/Problem.tsx";
import { type NotAdded, NotAddedList } from "./NotAddedList.tsx";
import { LinePicture } from "./OrderLines.tsx";
import classes from "./Shop.module.css";

/** A variant that can be ordered. */
export interface Goods {
  /** Its id: what is sent for it. */
  item: string;
  name: string;
  options: string;
  image: string | null;
  price: number;
  sku: string | null;
  barcode: string | null;
  /** Null: not counted, or sold beyond the stock. */
  stock: number | null;
}

/** Milliseconds after the last key before products are searched. */
const SETTLED = 200;
const PRODUCTS = 8;
const SHOWN = 12;

interface ProductSearchProps {
  label: string;
  /** Adds one to what is there by then: codes that are scanned fast are all on their way at once. */
  onAdd: (goods: Goods) => void;
  /** It was asked for just now. */
  autoFocus?: boolean;
}

/**
 * Finds goods as one types. A barcode scanner types a code and presses Enter: the variant of this SKU or barcode is added at once.
 */
export function ProductSearch({ label, onAdd, autoFocus = false }: ProductSearchProps) {
  const texts = useTexts();
  const { shop } = texts;
  const api = useApi();
  const queries = useQueryClient();
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const [notAdded, setNotAdded] = useState<readonly NotAdded[]>([]);
  const [settled] = useDebouncedValue(words.trim(), SETTLED);
  const { data, error, isFetching, refetch } = useQuery({
    ...goodsQuery(api, settled),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
  });
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const found = words.trim() === "" ? [] : (data ?? []);
  const chosen = found[Math.min(active, found.length - 1)];

  const write = (text: string) => {
    setWords(text);
    setActive(0);
    input.current?.focus();
  };
  const add = (goods: Goods) => {
    onAdd(goods);
    write("");
  };
  const keep = (code: string, why: string) =>
    setNotAdded((now) => [...now, { number: (now.at(-1)?.number ?? 0) + 1, code, why }]);
  /**
   * Enter: what has exactly this code; else the one that is marked in the list, once the list is of these words. The field is
   * empty at once, as a scanner types the next code by now: what was not added is told below.
   */
  const enter = async () => {
    const typed = words.trim();
    if (typed === "") return;
    const isListed = typed === settled && data && !isFetching;
    write("");
    try {
      const goods = isListed ? data : await queries.fetchQuery(goodsQuery(api, typed));
      const coded = withCode(goods, typed);
      const best = coded ?? (isListed ? chosen : goods.length === 1 ? goods[0] : undefined);
      if (best && isThere(best)) onAdd(best);
      else if (best) keep(typed, shop.notThere(typedIn(coded ? typed : best.name)));
      else keep(typed, goods.length > 0 ? shop.several(typedIn(typed)) : shop.noGoods(typedIn(typed)));
    } catch (failure) {
      keep(typed, `${typedIn(typed)} · ${problemText(texts, failure)}`);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      void enter();
    }
    if (event.key === "Escape" && words !== "") {
      event.stopPropagation();
      write("");
    }
  };

  return (
    <div className={classes.search}>
      <TextInput
        ref={input}
        label={label}
        placeholder={shop.searchHint}
        value={words}
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        autoFocus={autoFocus}
        leftSection={<Icon name="search" size={18} />}
        autoComplete="off"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={list}
        {...(chosen && { "aria-activedescendant": `${list}-${chosen.item}` })}
      />
      <div id={list} role="listbox" aria-label={label} className={classes.found}>
        {found.map((goods) => (
          <Option key={goods.item} id={`${list}-${goods.item}`} goods={goods} isActive={goods === chosen} onAdd={add} />
        ))}
      </div>
      {error && words.trim() === settled && <Problem error={error} onRetry={refetch} />}
      {settled !== "" && !error && words.trim() === settled && data?.length === 0 && !isFetching && (
        <p className={classes.none}>{shop.noGoods(typedIn(settled))}</p>
      )}
      <NotAddedList
        codes={notAdded}
        onSearch={({ number, code }) => {
          setNotAdded((now) => now.filter((one) => one.number !== number));
          write(code);
        }}
      />
    </div>
  );
}

function Option({
  id,
  goods,
  isActive,
  onAdd,
}: {
  id: string;
  goods: Goods;
  isActive: boolean;
  onAdd: (goods: Goods) => void;
}) {
  const { shop } = useTexts();
  const { currency } = useStore();
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      disabled={!isThere(goods)}
      onClick={() => onAdd(goods)}
    >
      <LinePicture image={goods.image} />
      <span className={classes.words}>
        <span>
          <Typed>{goods.name}</Typed>
        </span>
        <small>
          {goods.options && (
            <>
              <Typed>{goods.options}</Typed> ·{" "}
            </>
          )}
          {goods.stock === null ? shop.uncounted : shop.inStock(goods.stock)}
        </small>
      </span>
      <Island>{moneyText(goods.price, currency)}</Island>
    </UnstyledButton>
  );
}

const isThere = ({ stock }: Goods): boolean => stock === null || stock > 0;

const withCode = (goods: readonly Goods[], code: string): Goods | undefined => {
  const same = (one: string | null) => one?.toLowerCase() === code.toLowerCase();
  return goods.find(({ sku, barcode }) => same(barcode) || same(sku));
};

interface Product {
  name: string;
  images: { url: string }[];
  variants: {
    id: string;
    option_values: Record<string, string>;
    price: number;
    sku: string | null;
    barcode: string | null;
    inventory_quantity: number;
    track_quantity: boolean;
    continue_selling_when_out_of_stock: boolean;
    image_url: string | null;
  }[];
}

const goodsQuery = ({ store, admin }: Api, query: string) =>
  queryOptions({
    queryKey: [store, "goods", query],
    // Without its signal: a code whose Enter comes late is still wanted when the field has moved on to the next one.
    queryFn: async (): Promise<Goods[]> => {
      const asked = { query, status: "active", limit: PRODUCTS, response_format: "detailed" };
      const { data } = (await admin.run("products_search", asked)) as { data: Product[] };
      return data.flatMap(goodsOf).slice(0, SHOWN);
    },
    retry: false,
  });

const goodsOf = ({ name, images, variants }: Product): Goods[] =>
  variants.map((variant) => ({
    item: variant.id,
    name,
    options: Object.values(variant.option_values).join(" · "),
    image: variant.image_url ?? images[0]?.url ?? null,
    price: variant.price,
    sku: variant.sku,
    barcode: variant.barcode,
    stock: variant.track_quantity && !variant.continue_selling_when_out_of_stock ? variant.inventory_quantity : null,
  }));
