import type { Texts } from "../../messages/texts.ts";
import type { IconName } from "../../parts/Icon.tsx";

/** A screen of the navigation. Those that are `first` stand in the bar of phones, where there is room for four and More. */
export interface Screen {
  text: keyof Pick<Texts["frame"], "calls" | "cash" | "operations" | "reports" | "changes">;
  icon: IconName;
  to:
    | "/stores/$store/calls"
    | "/stores/$store/cash"
    | "/stores/$store/reports"
    | "/stores/$store/operations"
    | "/stores/$store/operations/$name";
  /** Of the general screen: which operation. */
  name?: string;
  isFirst: boolean;
}

export const SCREENS: Screen[] = [
  { text: "calls", icon: "phone", to: "/stores/$store/calls", isFirst: true },
  { text: "cash", icon: "cash", to: "/stores/$store/cash", isFirst: false },
  { text: "reports", icon: "chart", to: "/stores/$store/reports", isFirst: true },
  { text: "operations", icon: "bolt", to: "/stores/$store/operations", isFirst: true },
  { text: "changes", icon: "history", to: "/stores/$store/operations/$name", name: "changes_list", isFirst: true },
];
