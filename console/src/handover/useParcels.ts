import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";
import { rowsOf } from "./rows.ts";

/** A parcel of a carrier's list. */
export interface Parcel {
  order: string;
  name: string;
  phone: string;
  wilayaCode: string;
  wilaya: string;
  commune: string;
  /** What the carrier collects, in major units. */
  amount: number;
  tracking: string;
}

export interface Parcels {
  parcels: Parcel[];
  amount: number;
  /** Whether there are more than are shown. */
  isCut: boolean;
}

const MAX_SHOWN = 300;
const FIELDS = [
  "order_number",
  "customer_name",
  "customer_phone",
  "wilaya_code",
  "wilaya_name",
  "commune",
  "amount_to_collect",
  "tracking_number",
] as const;
const COLUMNS = FIELDS.map((field) => ({ header: field, field }));

/** The parcels that a carrier takes: those that are ready, or those that it got today. */
export function useParcels(carrier: string | undefined, isGone: boolean) {
  const { store, admin } = useApi();
  return useQuery({
    queryKey: [store, "parcels_export", carrier, isGone],
    queryFn: async ({ signal }): Promise<Parcels> => {
      const list = { carrier: carrier ?? "", ...(!isGone && { ready: true }), columns: COLUMNS, limit: MAX_SHOWN };
      const { csv, amount_to_collect: amount, next_cursor } = await admin.parcels.export(list, { signal });
      return { parcels: rowsOf(csv).slice(1).map(parcelOf), amount, isCut: next_cursor !== null };
    },
    enabled: carrier !== undefined,
  });
}

function parcelOf(row: string[]): Parcel {
  const [order = "", name = "", phone = "", wilayaCode = "", wilaya = "", commune = "", amount = "", tracking = ""] =
    row;
  return { order, name, phone, wilayaCode, wilaya, commune, amount: Number(amount), tracking };
}
