import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import classes from "./Home.module.css";

/** What mends each thing that a store may lack. */
const MENDED_BY: Readonly<Record<string, string>> = {
  products: "products_import",
  delivery_prices: "shipping_rates_set",
  menus: "menus_save",
  collections: "collections_save",
};

/** What the shop still lacks before it sells well, each with where it is mended. */
export function Lacks({ may }: { may: (operation: string) => boolean }) {
  const { home } = useTexts();
  const { store, admin } = useApi();
  const { data } = useQuery({
    queryKey: [store, "store_get"],
    queryFn: ({ signal }) => admin.store.get({}, { signal }),
    enabled: may("store_get"),
  });
  const known = data?.checklist.filter(({ missing }) => home.lack[missing]) ?? [];
  if (known.length === 0) return null;
  return (
    <section className={`${classes.part} ${classes.lacks}`}>
      <header>
        <h2>{home.lacks}</h2>
      </header>
      <ul>
        {known.map(({ missing }) => {
          const [title, about] = home.lack[missing] ?? [];
          const name = MENDED_BY[missing] ?? "";
          return (
            <li key={missing}>
              <span>
                <strong>{title}</strong>
                <small>{about}</small>
              </span>
              {may(name) && (
                <Button
                  variant="default"
                  aria-label={`${home.mend}: ${title}`}
                  component={Link}
                  to={`/stores/${store}/operations/${name}`}
                >
                  {home.mend}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
