/** Widths in which the server keeps a picture that was uploaded to it. */
const WIDTHS = [160, 320, 640, 1280, 1920];

/** A picture that was uploaded: its name is the hash of its bytes. Others, such as drawings, have one size. */
const UPLOADED = /^(.*\/media\/[^/]+\/[\da-f]{64})\.(?:jpe?g|png|webp|avif)$/;

/** The sizes of a picture for `srcset`; undefined where there is only one. */
export function sizesOf(url: string): string | undefined {
  const [, name] = UPLOADED.exec(url) ?? [];
  return name && WIDTHS.map((width) => `${name}-${width}.webp ${width}w`).join(", ");
}
