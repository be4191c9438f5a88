import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import classes from "./Orders.module.css";

const SHOWN = 3;
/** Fewer letters begin most names. */
const MIN_WORDS = 2;

/** The products that are called as somebody typed: a touch shows the orders with one. */
export function ProductHints({ words, onChoose }: { words: string; onChoose: (item: string) => void }) {
  const { orders } = useTexts();
  const api = useApi();
  const { data: operations = [] } = useQuery(operationsQuery(api));
  const { data } = useQuery({
    queryKey: [api.store, "products_search", "of orders", words],
    queryFn: ({ signal }) => api.admin.products.search({ query: words, limit: SHOWN }, { signal }),
    enabled: words.length >= MIN_WORDS && operations.some(({ name }) => name === "products_search"),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <div className={classes.hints}>
      {data.data.map(({ slug, name }) => (
        <UnstyledButton key={slug} className={classes.chip} onClick={() => onChoose(slug)}>
          {orders.ofProduct(name)}
        </UnstyledButton>
      ))}
    </div>
  );
}
