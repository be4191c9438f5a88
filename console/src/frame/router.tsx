import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { readHandoverSearch } from "../handover/search.ts";
import { askForDay } from "../home/day.ts";
import { SHEETS, type SheetName } from "../order/order.ts";
import { isPaper, type Paper } from "../order/print/papers.ts";
import { readOrdersSearch } from "../orders/filters.ts";
import { readSearch } from "../reports/periods.ts";
import { NoSuchScreen, ScreenFailed } from "./Failures.tsx";
import { FirstScreen } from "./FirstScreen.tsx";
import { lastOf } from "./lastStore.ts";
import { queryClient } from "./queryClient.ts";
import { Shell } from "./Shell.tsx";
import { isSomethingWanted, requireMe } from "./session.ts";

const root = createRootRoute({ component: Outlet, notFoundComponent: NoSuchScreen, errorComponent: ScreenFailed });

/** Leads to what was wanted before signing in, else to the store of last time. */
const first = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async () => {
    const { stores } = await requireMe();
    const store = lastOf(stores);
    if (store && !isSomethingWanted()) {
      throw redirect({ to: "/stores/$store", params: { store: store.slug }, replace: true });
    }
  },
  component: FirstScreen,
});

const store = createRoute({
  getParentRoute: () => root,
  path: "/stores/$store",
  loader: requireMe,
  component: Shell,
});

const home = createRoute({
  getParentRoute: () => store,
  path: "/",
  loader: async ({ params }) => {
    const { stores } = await requireMe();
    const store = stores.find(({ slug }) => slug === params.store);
    if (store) askForDay(queryClient, store);
  },
  component: lazyRouteComponent(() => import("../home/HomeScreen.tsx"), "HomeScreen"),
});

const orders = createRoute({
  getParentRoute: () => store,
  path: "/orders",
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import("../orders/OrdersScreen.tsx"), "OrdersScreen"),
});

const handover = createRoute({
  getParentRoute: () => store,
  path: "/handover",
  validateSearch: readHandoverSearch,
  component: lazyRouteComponent(() => import("../handover/HandoverScreen.tsx"), "HandoverScreen"),
});

const files = createRoute({
  getParentRoute: () => store,
  path: "/files",
  component: lazyRouteComponent(() => import("../files/FilesScreen.tsx"), "FilesScreen"),
});

const more = createRoute({
  getParentRoute: () => store,
  path: "/more",
  component: lazyRouteComponent(() => import("./navigation/More.tsx"), "More"),
});

const operations = createRoute({
  getParentRoute: () => store,
  path: "/operations",
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => (q ? { q: String(q) } : {}),
  component: lazyRouteComponent(() => import("../operations/OperationList.tsx"), "OperationList"),
});

const operation = createRoute({
  getParentRoute: () => store,
  path: "/operations/$name",
  // The arguments that are filled in: those of a read are asked for at once.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import("../operations/OperationScreen.tsx"), "OperationScreen"),
});

const calls = createRoute({
  getParentRoute: () => store,
  path: "/calls",
  component: lazyRouteComponent(() => import("../calls/Calls.tsx"), "Calls"),
});

const customer = createRoute({
  getParentRoute: () => store,
  path: "/customers/$id",
  component: lazyRouteComponent(() => import("../customer/Customer.tsx"), "Customer"),
});

const cash = createRoute({
  getParentRoute: () => store,
  path: "/cash",
  component: lazyRouteComponent(() => import("../cash/Cash.tsx"), "Cash"),
});

const reports = createRoute({
  getParentRoute: () => store,
  path: "/reports",
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import("../reports/ReportScreen.tsx"), "ReportScreen"),
});

const newOrder = createRoute({
  getParentRoute: () => store,
  path: "/orders/new",
  component: lazyRouteComponent(() => import("../new-order/NewOrderScreen.tsx"), "NewOrderScreen"),
});

const order = createRoute({
  getParentRoute: () => store,
  path: "/orders/$number",
  // Which sheet is open.
  validateSearch: ({ do: sheet }: Record<string, unknown>): { do?: SheetName } => {
    const known = SHEETS.find((one) => one === sheet);
    return known ? { do: known } : {};
  },
  component: lazyRouteComponent(() => import("../order/OrderScreen.tsx"), "OrderScreen"),
});

const printing = createRoute({
  getParentRoute: () => store,
  path: "/orders/$number/print",
  validateSearch: ({ as: paper }: Record<string, unknown>): { as: Paper } => ({ as: isPaper(paper) ? paper : "slip" }),
  component: lazyRouteComponent(() => import("../order/print/PrintScreen.tsx"), "PrintScreen"),
});

/** For people who build screens; no link leads there. */
const states = createRoute({
  getParentRoute: () => store,
  path: "/states",
  component: lazyRouteComponent(() => import("../states/States.tsx"), "States"),
});

export const router = createRouter({
  basepath: "/console",
  routeTree: root.addChildren([
    first,
    store.addChildren([
      home,
      orders,
      handover,
      files,
      calls,
      customer,
      cash,
      more,
      reports,
      operations,
      operation,
      states,
      newOrder,
      order,
      printing,
    ]),
  ]),
  scrollRestoration: true,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
