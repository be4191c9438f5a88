const WIDTH = 160;

/** A picture small enough to be shown at once, as a `data:` address; undefined for what the browser cannot read. */
export async function smallCopy(file: File): Promise<string | undefined> {
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
