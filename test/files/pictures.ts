import sharp from "sharp";

/** A picture that packs as badly as any. */
export const noise = (width: number, height: number, mean: number, sigma: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean, sigma } },
  });

/** A picture with something on it. */
export const picture = (kind: "jpeg" | "png" | "webp" | "avif" | "gif", width: number, height: number, seed = 128) =>
  noise(width, height, seed, 20).toFormat(kind).toBuffer();
