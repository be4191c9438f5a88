import { isDeepStrictEqual } from "node:util";
import type { Row, RowImage } from "../../../src/db/recording/recording.ts";
import { tableOf } from "../../../src/db/recording/tables.ts";
import { NOT_RECORDED_COLUMNS } from "../../support/guards/recording-guard.ts";
import { isRecorded, type Rows, rowDifference } from "./snapshot.ts";

/** Tables of which rows come and go with what is undone. */
const WITH_OTHERS = ["product_sales"];

/**
 * What is wrong in a store after an undo of these images: nothing but their rows may differ from before it, and in these only
 * the columns that the call had changed. Each has its former value, or, after an undo in part, that or the one it had.
 */
export function differenceAfterUndo({
  before,
  after,
  images,
  isPartial,
}: {
  before: Rows;
  after: Rows;
  images: RowImage[];
  isPartial: boolean;
}): string | undefined {
  for (const image of images) {
    const fault = faultOf(image, rowIn(before, image), rowIn(after, image), isPartial);
    if (fault) return `${image.table} ${image.key}: ${fault}`;
  }
  const undone = new Map(images.map((image) => [`${image.table} ${image.key}`, image]));
  return rowDifference(after, before, (table, key, column) => {
    const image = undone.get(`${table} ${key}`);
    if (isComputed(table, column) || WITH_OTHERS.includes(table)) return true;
    if (!image) return false;
    return image.before === null || image.after === null || column in image.before;
  });
}

const rowIn = (rows: Rows, { table, key }: RowImage): Row | undefined => rows.get(table)?.get(key);

const isComputed = (table: string, column: string): boolean =>
  isRecorded(table) && (NOT_RECORDED_COLUMNS[table] ?? []).includes(column);

function faultOf(image: RowImage, was: Row | undefined, is: Row | undefined, isPartial: boolean): string | undefined {
  if (WITH_OTHERS.includes(image.table) || image.table === "promotion_uses") return undefined;
  if (image.before === null) return is === undefined || isPartial ? undefined : "was not removed";
  if (image.after === null) {
    if (is === undefined) return isPartial ? undefined : "did not come back";
    const wrong = Object.keys(image.before).filter(
      (column) => column !== "inventory_quantity" && !isDeepStrictEqual(is[column], image.before?.[column]),
    );
    return wrong.length > 0 && was === undefined ? `came back with another ${wrong.join(", ")}` : undefined;
  }
  if (was === undefined || is === undefined) return isPartial ? undefined : "is not there";
  const counts = tableOf(image.table).counts ?? [];
  const [from, to] = [image.after, image.before];
  const wrong = Object.keys(to).filter((column) => {
    const wanted = counts.includes(column)
      ? Number(was[column]) - Number(from[column]) + Number(to[column])
      : to[column];
    return !isDeepStrictEqual(is[column], wanted) && !(isPartial && isDeepStrictEqual(is[column], was[column]));
  });
  return wrong.length > 0 ? `has another ${wrong.join(", ")}` : undefined;
}
