import { type Static, Type } from "typebox";
import { component } from "../core/shapes.ts";
import { addressOf, heightAt, KINDS, widthsBelow } from "./kinds.ts";
import type { FileRow } from "./queries.ts";

const Size = Type.Object({
  width: Type.Integer(),
  height: Type.Integer(),
  webp: Type.String({ description: "Its address in WebP." }),
  url: Type.String({ description: "Its address in the picture's own kind." }),
});

const file = {
  id: Type.String(),
  url: Type.String({ description: "Its address, as products and pages name it. It never shows another picture." }),
  name: Type.String({ description: "As it was called where it came from." }),
  type: Type.String({ description: "Media type of what is kept." }),
  bytes: Type.Integer({ description: "Of what is kept." }),
  width: Type.Integer(),
  height: Type.Integer(),
  placeholder: Type.String({
    description: "Some blurred pixels, as a `data:` address, to show until the picture is there.",
  }),
  sizes: Type.Array(Size, { description: "The same picture smaller, made when it is first asked for." }),
  created_at: Type.String(),
};

const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const siteId = "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e10";

/** A file as merchants see it. */
export const shownFile = (
  siteId: string,
  { id, hash, kind, name, bytes, width, height, placeholder, created_at }: FileRow,
): Static<typeof FileShape> => {
  const at = (width?: number, as = kind) => addressOf({ siteId, hash, width, kind: as });
  const sizes = widthsBelow(width).map((one) => ({
    width: one,
    height: heightAt(one, { width, height }),
    webp: at(one, "webp"),
    url: at(one),
  }));
  return { id, url: at(), name, type: KINDS[kind].type, bytes, width, height, placeholder, sizes, created_at };
};

export const FileShape = Type.Object(file);

const shown = shownFile(siteId, {
  id: "019aa2c0-6a5c-7a88-8b67-9fa0b4c5d6e7",
  hash,
  kind: "jpg",
  name: "theiere.jpg",
  bytes: 184_320,
  width: 1200,
  height: 900,
  placeholder: "data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=",
  created_at: "2026-11-21T09:10:00.000Z",
});

/** A file, as uploads and operations answer it. */
export const StoredFile = component("StoredFile", FileShape, shown);
