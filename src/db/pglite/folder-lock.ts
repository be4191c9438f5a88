import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { tryLock } from "fs-native-extensions";
import { OperatorError } from "../../core/operator-error.ts";

/** Another process uses the folder of the embedded database. */
class FolderInUse extends OperatorError {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Hanout process, and the embedded database accepts one: stop that one first, or set DATA_DIR to another folder.`,
    );
    this.name = "FolderInUse";
  }
}

/**
 * Locks the folder for this process and returns a function that unlocks it. Two processes on one folder would corrupt it,
 * so this is a file lock of the operating system, which ends with the process even after a crash. Throws FolderInUse.
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
