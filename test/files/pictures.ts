import sharp from "sharp";

/** A picture with something on it. */
export const picture = (kind: "jpeg" | "png" | "webp" | "avif" | "gif", width: number, height: number, seed = 128) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: seed, sigma: 20 },
    },
  })
    .toFormat(kind)
    .toBuffer();
