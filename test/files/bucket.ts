import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll } from "vitest";

/** A bucket for the tests of a file; returns its setting. */
export function openBucket(): () => { MEDIA_BUCKET_URL: string } {
  let folder: string;
  let server: S3rver;
  let address: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hanout-bucket-"));
    server = new S3rver({
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: "shop", configs: [] }],
    });
    const { port } = await server.run();
    address = `http://S3RVER:S3RVER@127.0.0.1:${port}/shop?region=eu-west-1`;
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  return () => ({ MEDIA_BUCKET_URL: address });
}
