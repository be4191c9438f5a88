// Reads pictures, in a process of its own: what strangers have made of a file can cost this process its memory or its life, and not the
// server, which answers others meanwhile.
import { copyFile, stat } from "node:fs/promises";
import type { Metadata, Sharp } from "sharp";
import { KINDS, type Kind, MAX_SIDE, type UploadedKind } from "./kinds.ts";
import type { CleanPicture, PictureOutcome, PictureTask } from "./picture-tasks.ts";

const sharp = await import("sharp").then(
  (module) => module.default,
  () => undefined,
);
sharp?.cache(false);
sharp?.concurrency(1);
// No other reader of libvips is reached, whatever a file says of itself.
sharp?.block({ operation: ["VipsForeignLoad"] });
sharp?.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((kind) => `VipsForeignLoad${kind}`),
});

class Refused extends Error {}

process.on("disconnect", () => process.exit());
process.on("message", (task: PictureTask) => {
  void outcomeOf(task).then((outcome) => process.send?.(outcome));
});

async function outcomeOf(task: PictureTask): Promise<PictureOutcome> {
  if (!sharp) return { missing: true };
  try {
    return { picture: task.do === "clean" ? await clean(task) : await resize(task) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return { noSpace: true };
    if (/no space left/i.test(String(error))) return { noSpace: true };
    return { refused: error instanceof Refused ? error.message : "The picture is damaged, or not what it says." };
  }
}

const FORMATS: Record<UploadedKind, string> = { jpg: "jpeg", png: "png", webp: "webp", avif: "heif", gif: "gif" };

const open = (path: string, kind: UploadedKind): Sharp => {
  if (!sharp) throw new Error("sharp is missing");
  return sharp(path, { failOn: "error", limitInputPixels: maxPixels(kind), pages: 1, sequentialRead: true });
};

const maxPixels = (kind: UploadedKind): number => KINDS[kind === "gif" ? "png" : kind].maxPixels;

async function clean({ source, target, kind: uploaded }: PictureTask & { do: "clean" }): Promise<CleanPicture> {
  const found = await open(source, uploaded)
    .metadata()
    .catch((error: Error) => {
      if (/pixel limit/.test(error.message)) throw tooLarge(uploaded);
      throw error;
    });
  const { format, width, height, orientation = 1, exif, xmp, iptc, compression } = found;
  if (format !== FORMATS[uploaded] || (uploaded === "avif" && compression !== "av1")) {
    throw new Refused("The file is not of the kind that it begins as.");
  }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels(uploaded)) throw tooLarge(uploaded);
  const kind = uploaded === "gif" ? "png" : uploaded;
  // To write an AVIF takes seconds: one that holds nothing but its picture stays as it is. It is read whole for the placeholder.
  if (kind === "avif" && !exif && !xmp && !iptc && orientation === 1) {
    await copyFile(source, target);
    return { kind, width, height, bytes: (await stat(target)).size, placeholder: await placeholderOf(target, kind) };
  }
  const upright = open(source, uploaded).autoOrient();
  if (kind === "jpg" && isHeavy(found)) upright.resize({ width: Math.floor(found.autoOrient.width / 2) });
  const written = await encoded(upright, kind, WHOLE).toFile(target);
  return {
    kind,
    width: written.width,
    height: written.height,
    bytes: written.size,
    placeholder: await placeholderOf(target, kind),
  };
}

/** Bytes that a JPEG may hold in memory as a whole. Of most only some rows are there at a time. */
const MAX_HELD = 75_000_000;

/** Whether a JPEG can be turned only at half its size: it is read so. Throws Refused for one that is too large to be read at all. */
function isHeavy({ width, height, channels, orientation = 1, isProgressive, chromaSubsampling }: Metadata): boolean {
  const pixels = width * height;
  const coefficients = isProgressive ? 2 * pixels * (chromaSubsampling === "4:2:0" ? 1.5 : channels) : 0;
  if (coefficients > MAX_HELD) {
    throw new Refused(
      "A progressive JPEG of so many pixels takes too much memory: save it without “progressive”, or smaller.",
    );
  }
  const isMirroredAtMost = orientation <= 2;
  return !isMirroredAtMost && coefficients + pixels * channels > MAX_HELD;
}

const tooLarge = (kind: UploadedKind) =>
  new Refused(
    `The picture has too many pixels: at most ${MAX_SIDE} a side and ${maxPixels(kind) / 1_000_000} million in all.`,
  );

async function resize({ source, from, target, kind, width }: PictureTask & { do: "resize" }): Promise<null> {
  const smaller = open(source, from).resize({ width, withoutEnlargement: true });
  await encoded(smaller, kind, SMALLER).toFile(target);
  return null;
}

/** To be progressive, or coded in the best way, a JPEG is held in memory as a whole: 150 MB for 50 megapixels. */
const WHOLE = { jpg: { quality: 85, optimiseCoding: false }, webp: 88, avif: 60 };
const SMALLER = { jpg: { quality: 78, progressive: true }, webp: 75, avif: 50 };

function encoded(image: Sharp, kind: Kind, how: typeof WHOLE | typeof SMALLER): Sharp {
  if (kind === "jpg") return image.jpeg(how.jpg);
  if (kind === "webp") return image.webp({ quality: how.webp });
  if (kind === "avif") return image.avif({ quality: how.avif, effort: 0 });
  return image.png({ compressionLevel: 9 });
}

async function placeholderOf(path: string, kind: Kind): Promise<string> {
  const small = open(path, kind).resize(16, 16, { fit: "inside" }).webp({ quality: 30 });
  return `data:image/webp;base64,${(await small.toBuffer()).toString("base64")}`;
}
