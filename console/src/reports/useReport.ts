import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../api/api.ts";
import type { ReportDefinition } from "./definitions.ts";
import type { Days, ReportSearch } from "./periods.ts";

export type Cell = string | number | boolean | null;
export type Figures = Readonly<Record<string, number | null>>;

/** A row: its columns, and with a comparison the figures of the period before and by how much they changed. */
export interface Row {
  [column: string]: Cell | Figures | undefined;
  before?: Figures;
  change_percent?: Figures;
}

type Totals = Readonly<Record<string, number | null | Figures>>;

export interface Report {
  from: string;
  to: string;
  totals: Totals;
  totals_before?: Totals;
  totals_change_percent?: Totals;
  data: Row[];
  next_cursor: string | null;
}

const PAGE = 50;

/** Reads a report, page by page. What was shown stays until the next is there. */
export function useReport(name: string, definition: ReportDefinition, search: ReportSearch, days: Days | undefined) {
  const { store, admin } = useApi();
  const { by, sort, order } = search;
  const isOverTime = definition.plot.kind === "time";
  const args = {
    report: name,
    ...days,
    ...(by !== undefined && (isOverTime || sort === undefined) && { by }),
    ...(sort !== undefined && { sort: sort === "step" ? by : sort }),
    ...(order !== undefined && { order }),
    ...(days && { compare: true }),
    ...(!isOverTime && { limit: PAGE }),
  };
  const query = useInfiniteQuery({
    queryKey: [store, "analytics_report", args],
    queryFn: ({ signal, pageParam }) =>
      admin.run("analytics_report", pageParam === null ? args : { ...args, cursor: pageParam }, {
        signal,
      }) as Promise<Report>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    enabled: days !== undefined || definition.isOfAllTime === true,
  });
  const [first] = query.data?.pages ?? [];
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  return { ...query, first, rows };
}

export const numberAt = (figures: Totals | Figures | undefined, name: string): number | null => {
  const value = figures?.[name];
  return typeof value === "number" ? value : null;
};
