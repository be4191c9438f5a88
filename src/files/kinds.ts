/** The kinds of pictures that are kept, by the end of their names. */
export const KINDS = {
  jpg: { type: "image/jpeg", maxPixels: 50_000_000 },
  png: { type: "image/png", maxPixels: 25_000_000 },
  webp: { type: "image/webp", maxPixels: 25_000_000 },
  avif: { type: "image/avif", maxPixels: 25_000_000 },
} as const;
export type Kind = keyof typeof KINDS;

/** What may be uploaded. Of a GIF the first frame is kept, as PNG. */
export type UploadedKind = Kind | "gif";

/** Pixels of a side. */
export const MAX_SIDE = 16_383;

/** The widths that a picture is made in when they are asked for; a smaller picture keeps its own. */
export const WIDTHS = [160, 320, 640, 1280, 1920] as const;

/** Bytes of a file that tell its kind. */
export const HEAD_BYTES = 64;

/** What a file is by its first bytes; undefined: nothing that is kept. */
export function kindOf(head: Buffer): UploadedKind | undefined {
  const text = head.toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "jpg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (/^RIFF.{4}WEBP/s.test(text)) return "webp";
  if (text.slice(4, 8) === "ftyp" && brandsOf(head).includes("avif")) return "avif";
  return undefined;
}

/** The brands that a file of the ISO base media format names in its first box. */
function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = head.toString("latin1", 8, end);
  return Array.from({ length: Math.floor(brands.length / 4) }, (_, i) => brands.slice(i * 4, i * 4 + 4));
}

/** What a picture's address names: the store, the hash of what was uploaded, a width or the whole picture, and the kind. */
export interface PictureName {
  siteId: string;
  hash: string;
  /** Undefined: as large as it was uploaded. */
  width?: number | undefined;
  kind: Kind;
}

const NAME = /^([0-9a-f]{64})(?:-(\d{3,4}))?\.(jpg|png|webp|avif)$/;
const SITE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The picture at `/media/<siteId>/<name>`; undefined when no picture has such an address. */
export function readName(siteId: string, name: string): PictureName | undefined {
  const [, hash, width, kind] = NAME.exec(name) ?? [];
  if (!SITE.test(siteId) || hash === undefined || kind === undefined) return undefined;
  if (width !== undefined && !(WIDTHS as readonly number[]).includes(Number(width))) return undefined;
  return { siteId, hash, width: width === undefined ? undefined : Number(width), kind: kind as Kind };
}

const fileName = ({ hash, width, kind }: PictureName): string =>
  `${hash}${width === undefined ? "" : `-${width}`}.${kind}`;

/** The address of a picture, as it is stored. */
export const addressOf = (name: PictureName): string => `/media/${name.siteId}/${fileName(name)}`;

/** Where a picture is kept. */
export const keyOf = (name: PictureName): string => `${folderOf(name)}/${fileName(name)}`;

/** Few files are in one folder. */
const folderOf = ({ siteId, hash }: FileOfStore): string => `${siteId}/${hash.slice(0, 2)}`;

type FileOfStore = Pick<PictureName, "siteId" | "hash">;

/** Where all that may be kept of a file is, the whole picture first. */
export function keysOf(file: FileOfStore): string[] {
  const kinds = Object.keys(KINDS) as Kind[];
  return [undefined, ...WIDTHS].flatMap((width) => kinds.map((kind) => keyOf({ ...file, width, kind })));
}

/** The store and the hash of what is kept there; undefined for what is none of ours. */
export function fileAt(key: string): FileOfStore | undefined {
  const [siteId = "", , name = ""] = key.split("/");
  return readName(siteId, name);
}

/** The widths in which a picture is also there. */
export const widthsBelow = (width: number): number[] => WIDTHS.filter((one) => one < width);

/** Its height when it has this width. */
export const heightAt = (width: number, whole: { width: number; height: number }): number =>
  Math.max(1, Math.round((whole.height * width) / whole.width));

/** The hashes of this store's files that a text names. */
export function hashesIn(siteId: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`/media/${siteId}/([0-9a-f]{64})`, "g"))].map(([, hash = ""]) => hash);
}
