import type { ComponentType } from "react";
import type { SheetName } from "../order.ts";
import { AddressSheet } from "./AddressSheet.tsx";
import { CancelSheet } from "./CancelSheet.tsx";
import { DeliverSheet } from "./DeliverSheet.tsx";
import { LinesSheet } from "./LinesSheet.tsx";
import { MergeSheet } from "./MergeSheet.tsx";
import { NoteSheet } from "./NoteSheet.tsx";
import { ReturnSheet } from "./ReturnSheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { ShipSheet } from "./ShipSheet.tsx";
import { TrackSheet } from "./TrackSheet.tsx";

const SHEETS: Record<SheetName, ComponentType<SheetOf>> = {
  lines: LinesSheet,
  address: AddressSheet,
  ship: ShipSheet,
  track: TrackSheet,
  deliver: DeliverSheet,
  return: ReturnSheet,
  cancel: CancelSheet,
  merge: MergeSheet,
  note: NoteSheet,
};

/** The sheet of this name. */
export function OrderSheet({ name, ...props }: SheetOf & { name: SheetName }) {
  const Named = SHEETS[name];
  return <Named {...props} />;
}
