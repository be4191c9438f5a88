import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { picture } from "./pictures.ts";

/** What strangers upload to do harm, each with what comes of it: refused with a code, or a picture that is only a picture. */
export interface Hostile {
  what: string;
  bytes: () => Promise<Buffer>;
  name?: string;
  /** The code of the refusal; undefined: it is kept, harmless. */
  refused?: "picture_refused" | "body_too_large";
}

const crcs = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer) =>
  (bytes.reduce((c, byte) => (crcs[(c ^ byte) & 0xff] as number) ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(named));
  return Buffer.concat([length, named, sum]);
}

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A PNG of one colour: as many pixels as you like in a few kilobytes. */
function bomb(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit a pixel, grey
  const rows = Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 2 ** 26));
  return Buffer.concat([
    PNG,
    chunk("IHDR", header),
    ...extra,
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const jpeg = () => picture("jpeg", 300, 200);
const png = () => picture("png", 120, 80);

/** The header of a JPEG that says it is larger. */
async function jpegThatSays(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await jpeg());
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** A GIF with so many frames of one pixel. */
function gifOf(frames: number): Buffer {
  const head = Buffer.from("474946383961010001008000000000ff000000", "hex");
  const frame = Buffer.from("21f90400000000002c000000000100010000020244010021fe0161003b", "hex").subarray(0, 22);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
}

const withTail = async (made: Promise<Buffer>, tail: string | Buffer) =>
  Buffer.concat([await made, Buffer.from(tail as string)]);

const SCRIPT = "<script>alert(document.domain)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>`;

const isBox = (kind: string, brand: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1${kind}`, "latin1"),
    Buffer.alloc(100),
  ]);

export const HOSTILE: readonly Hostile[] = [
  {
    what: "a bomb of 30,000 × 30,000 pixels in PNG",
    bytes: async () => bomb(30_000, 30_000),
    refused: "picture_refused",
  },
  { what: "a bomb just above the bound", bytes: async () => bomb(5001, 5000), refused: "picture_refused" },
  { what: "a bomb just below the bound", bytes: async () => bomb(5000, 5000) },
  { what: "1 × 100,000 pixels", bytes: async () => bomb(1, 100_000), refused: "picture_refused" },
  { what: "100,000 × 1 pixels", bytes: async () => bomb(100_000, 1), refused: "picture_refused" },
  { what: "no pixels", bytes: async () => bomb(0, 0), refused: "picture_refused" },
  {
    what: "2 thousand million pixels in a header",
    bytes: async () => bomb(2 ** 31 - 1, 1),
    refused: "picture_refused",
  },
  { what: "a JPEG that says 65,000 × 65,000", bytes: () => jpegThatSays(65_000, 65_000), refused: "picture_refused" },
  { what: "a JPEG that says more than it holds", bytes: () => jpegThatSays(3000, 3000) },
  {
    what: "a WebP of 10,000 × 10,000",
    bytes: () =>
      sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#fff" } })
        .webp({ effort: 0 })
        .toBuffer(),
    refused: "picture_refused",
  },
  {
    what: "a text chunk that unpacks to 64 MiB",
    bytes: async () =>
      bomb(10, 10, [
        chunk(
          "zTXt",
          Buffer.concat([Buffer.from("Comment\0\0", "latin1"), deflateSync(Buffer.alloc(2 ** 26), { level: 9 })]),
        ),
      ]),
  },
  {
    what: "a colour profile that unpacks to 64 MiB",
    bytes: async () =>
      bomb(10, 10, [
        chunk(
          "iCCP",
          Buffer.concat([Buffer.from("icc\0\0", "latin1"), deflateSync(Buffer.alloc(2 ** 26), { level: 9 })]),
        ),
      ]),
  },
  { what: "a GIF of 10,000 frames", bytes: async () => gifOf(10_000), name: "a.gif" },
  { what: "a JPEG that is HTML, too", bytes: () => withTail(jpeg(), SCRIPT), name: "a.html" },
  { what: "a PNG that is a script, too", bytes: () => withTail(png(), `;${SCRIPT}`), name: "a.js" },
  {
    what: "a JPEG that is a ZIP, too",
    bytes: () => withTail(jpeg(), Buffer.from("PK\x05\x06".padEnd(22, "\0"), "latin1")),
    name: "a.zip",
  },
  {
    what: "a GIF that is a script",
    bytes: async () => Buffer.from("GIF89a/*".padEnd(64, " ").concat("*/=1;alert(1)"), "latin1"),
    refused: "picture_refused",
  },
  { what: "a JPEG cut in the middle", bytes: async () => (await jpeg()).subarray(0, 5000), refused: "picture_refused" },
  { what: "a PNG cut in the middle", bytes: async () => (await png()).subarray(0, 9000), refused: "picture_refused" },
  {
    what: "a WebP cut in the middle",
    bytes: async () => (await picture("webp", 300, 200)).subarray(0, 3000),
    refused: "picture_refused",
  },
  {
    what: "an AVIF cut in the middle",
    bytes: async () => (await picture("avif", 300, 200)).subarray(0, 2000),
    refused: "picture_refused",
  },
  {
    what: "only the first bytes of a JPEG",
    bytes: async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    refused: "picture_refused",
  },
  { what: "nothing", bytes: async () => Buffer.alloc(0), refused: "picture_refused" },
  { what: "an SVG", bytes: async () => Buffer.from(SVG), name: "a.svg", refused: "picture_refused" },
  {
    what: "an SVG that is called a JPEG",
    bytes: async () => Buffer.from(SVG),
    name: "a.jpg",
    refused: "picture_refused",
  },
  {
    what: "a page of HTML",
    bytes: async () => Buffer.from(`<!doctype html>${SCRIPT}`.padEnd(200)),
    name: "a.png",
    refused: "picture_refused",
  },
  { what: "a PDF", bytes: async () => Buffer.from("%PDF-1.7\n".padEnd(200)), refused: "picture_refused" },
  {
    what: "a TIFF",
    bytes: async () =>
      sharp(await png())
        .tiff()
        .toBuffer(),
    refused: "picture_refused",
  },
  { what: "an HEIC", bytes: async () => isBox("heic", "heic"), refused: "picture_refused" },
  { what: "an AVIF without a picture", bytes: async () => isBox("avif", "avif"), refused: "picture_refused" },
  {
    what: "a WebP that a JPEG begins",
    bytes: async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await picture("webp", 30, 30)]),
    refused: "picture_refused",
  },
  {
    what: "where it was taken, in EXIF",
    bytes: async () =>
      sharp(await jpeg())
        .withExif({ IFD0: { Copyright: "Amina" }, IFD3: { GPSLatitude: "36/1 45/1 0/1" } })
        .jpeg()
        .toBuffer(),
  },
  {
    what: "EXIF in a WebP",
    bytes: async () =>
      sharp(await jpeg())
        .withExif({ IFD0: { Copyright: "Amina" } })
        .webp()
        .toBuffer(),
  },
  {
    what: "EXIF in an AVIF",
    bytes: async () =>
      sharp(await jpeg())
        .withExif({ IFD0: { Copyright: "Amina" } })
        .avif({ effort: 0 })
        .toBuffer(),
  },
  { what: "a name with a path", bytes: jpeg, name: "../../../../etc/cron.d/evil.jpg" },
  { what: "a name with NUL and controls", bytes: jpeg, name: "a\0b\u202egpj.exe\u0007.jpg" },
  { what: "a name of 10,000 characters", bytes: jpeg, name: `${"a".repeat(10_000)}.jpg` },
  {
    what: "11 MiB",
    bytes: async () => Buffer.concat([await jpeg(), Buffer.alloc(11 * 2 ** 20)]),
    refused: "body_too_large",
  },
];
