import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** Bytes of gzip when all of an entry is bundled: what it has, with some room. */
test.each([
  ["shop", 3000],
  ["admin", 3500],
  ["query", 400],
  ["webhooks", 1000],
])("the entry /%s is at most %i bytes", async (entry, bytes) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [`packages/client/src/${entry}.ts`],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
  });

  expect(Object.keys(metafile.inputs).filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toSatisfy((size: number) => size > 100 && size <= bytes);
});
