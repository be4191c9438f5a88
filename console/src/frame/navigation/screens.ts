import type { Texts } from "../../messages/texts.ts";
import type { IconName } from "../../parts/Icon.tsx";

/** A screen of the navigation. Those that are `first` stand in the bar of phones, where there is room for four and More. */
export interface Screen {
  text: keyof Pick<
    Texts["frame"],
    "home" | "calls" | "orders" | "products" | "files" | "handover" | "cash" | "reports" | "operations" | "changes"
  >;
  icon: IconName;
  to:
    | "/stores/$store"
    | "/stores/$store/calls"
    | "/stores/$store/orders"
    | "/stores/$store/files"
    | "/stores/$store/handover"
    | "/stores/$store/cash"
    | "/stores/$store/reports"
    | "/stores/$store/operations"
    | "/stores/$store/operations/$name";
  /** Of the general screen: which operation. */
  name?: string;
  isFirst: boolean;
  /** Whether screens below its address are others. */
  isExact?: boolean;
}

export const SCREENS: Screen[] = [
  { text: "home", icon: "home", to: "/stores/$store", isFirst: true, isExact: true },
  { text: "calls", icon: "phone", to: "/stores/$store/calls", isFirst: true },
  { text: "orders", icon: "bag", to: "/stores/$store/orders", isFirst: true },
  { text: "products", icon: "tag", to: "/stores/$store/operations/$name", name: "products_search", isFirst: true },
  { text: "files", icon: "picture", to: "/stores/$store/files", isFirst: false },
  { text: "handover", icon: "truck", to: "/stores/$store/handover", isFirst: false },
  { text: "cash", icon: "cash", to: "/stores/$store/cash", isFirst: false },
  { text: "reports", icon: "chart", to: "/stores/$store/reports", isFirst: false },
  { text: "operations", icon: "bolt", to: "/stores/$store/operations", isFirst: false },
  { text: "changes", icon: "history", to: "/stores/$store/operations/$name", name: "changes_list", isFirst: false },
];
