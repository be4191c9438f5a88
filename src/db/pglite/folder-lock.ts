import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { tryLock } from "fs-native-extensions";

/** Another process has the embedded database's folder open. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Hanout process. Stop that one first, or set DATA_DIR to another folder.`,
    );
    this.name = "FolderInUse";
  }
}

/**
 * Takes the folder for this process, and returns how to give it back. Two processes on one folder corrupt it
 * silently, so this is the operating system's own file lock: it ends with the process, however that ends.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(dirname(folder), { recursive: true });
  const file = openSync(`${folder}.lock`, "a", 0o600);
  if (!tryLock(file)) {
    closeSync(file);
    throw new FolderInUse(folder);
  }
  return () => closeSync(file);
}
