export { lastBackup, noteBackup, onCopy, writeBackup } from "./backup.ts";
export { type CheckedStore, checkStore } from "./check-store.ts";
export { exportStore, type OnRows, shapesOf } from "./export-store.ts";
export { arrive, beginArrival, dropUnfinished } from "./import-store.ts";
export { type Restored, readBackup } from "./restore.ts";
