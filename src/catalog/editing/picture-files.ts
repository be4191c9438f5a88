import type { SiteDb } from "../../db/database.ts";
import { holdFiles, holdNamedFiles } from "../../files/files.ts";
import type { AddedImage, ProductPatch } from "./patch.ts";

/** The patch with the addresses of the files that it names, which stay while it is saved. Throws `file_not_found`. */
export async function withFileAddresses<P extends ProductPatch>(db: SiteDb, patch: P): Promise<P> {
  const { images, add_images } = patch;
  const ids = [...(images ?? []), ...(add_images ?? [])].flatMap(({ file }) => file ?? []);
  const addresses = await holdFiles(db, ids);
  await holdNamedFiles(db, patch);
  const addressed = <I extends AddedImage>({ file, ...image }: I) =>
    file === undefined ? image : { ...image, url: addresses.get(file) };
  return {
    ...patch,
    ...(images && { images: images.map(addressed) }),
    ...(add_images && { add_images: add_images.map(addressed) }),
  };
}
