import { useLocalStorage } from "@mantine/hooks";
import { useApi } from "../api/api.ts";
import { type OrdersSearch, readOrdersSearch } from "./filters.ts";

/** A view of one's own: filters with a name. */
export interface OwnView {
  name: string;
  search: OrdersSearch;
}

export const MAX_NAME = 30;
const MAX_VIEWS = 8;

/** The views that a person keeps in this browser for a store. */
export function useOwnViews() {
  const { store } = useApi();
  const [views, setViews] = useLocalStorage<OwnView[]>({
    key: `hanout.orders.views.${store}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readViews,
  });
  return {
    views,
    keep: (view: OwnView) => setViews([...views.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS)),
    forget: (gone: string) => setViews(views.filter(({ name }) => name !== gone)),
  };
}

/** What the browser kept, which somebody may have written by hand. */
function readViews(kept: string | undefined): OwnView[] {
  try {
    const views: unknown = JSON.parse(kept ?? "[]");
    if (!Array.isArray(views)) return [];
    return views
      .filter((view) => typeof view?.name === "string" && typeof view.search === "object" && view.search !== null)
      .map(({ name, search }) => ({ name: name.slice(0, MAX_NAME), search: readOrdersSearch(search) }));
  } catch {
    return [];
  }
}
