const WIDTH = 160;

let last: Promise<unknown> = Promise.resolve();

/**
 * A picture small enough to be shown at once, as a `data:` address; undefined for what the browser cannot read. One after the other: a
 * phone has no memory for many whole ones.
 */
export function smallCopy(file: File): Promise<string | undefined> {
  const copy = last.then(() => copyOf(file));
  last = copy;
  return copy;
}

async function copyOf(file: File): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: "low" });
    const canvas = document.createElement("canvas");
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    picture.close();
    return canvas.toDataURL("image/webp", 0.7);
  } catch {
    return undefined;
  }
}
