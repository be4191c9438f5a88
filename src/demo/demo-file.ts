import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** `demo.json` in the data folder: what scripts need to call the demo stores. */
export interface DemoFile {
  url: string;
  stores: { slug: string; name: string; secret_key: string; publishable_key: string }[];
}

const pathIn = (folder: string): string => join(folder, "demo.json");

/** The file's content, or undefined when there is none. */
export async function readDemoFile(folder: string): Promise<DemoFile | undefined> {
  try {
    return JSON.parse(await readFile(pathIn(folder), "utf8")) as DemoFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes the file atomically, readable by its owner only, because it contains keys. */
export async function writeDemoFile(folder: string, demo: DemoFile): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${pathIn(folder)}.draft`;
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, pathIn(folder));
}
