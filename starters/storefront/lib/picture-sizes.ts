import type { ShownPicture } from "@hanout/client/shop";

/** What an answer tells of the store's own pictures, by address: it was asked with `pictures: true`. */
export type Pictures = Record<string, ShownPicture>;

/** The server makes a picture in these widths, a smaller one in its own: for answers that do not tell, such as a cart. */
const WIDTHS = [160, 320, 640, 1280, 1920];

/** A picture that was uploaded: its name is the hash of its bytes. Others, such as drawings, have one size. */
const UPLOADED = /^(.*\/media\/[^/]+\/[\da-f]{64})\.(?:jpe?g|png|webp|avif)$/;

/** The sizes of a picture for `srcset`, none of them the file that was uploaded, which may be large; undefined where there is only one. */
export function sizesOf(url: string, told: ShownPicture | undefined): string | undefined {
  const [, name] = UPLOADED.exec(url) ?? [];
  if (!name) return undefined;
  const smaller = (told?.widths ?? WIDTHS).map((width) => `${name}-${width}.webp ${width}w`);
  const next = told && WIDTHS.find((width) => width >= told.width);
  return [...smaller, ...(next ? [`${name}-${next}.webp ${told.width}w`] : [])].join(", ");
}

/** Its blurred pixels, to show until it is there. Through other kinds than JPEG they might be seen for ever. */
export const blurredOf = (url: string, told: ShownPicture | undefined): React.CSSProperties | undefined =>
  told && url.endsWith(".jpg") ? { background: `center / cover url(${told.placeholder})` } : undefined;
