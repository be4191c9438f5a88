import { cpus, release, totalmem, type } from "node:os";

/** Returns the operating system, the processors and the memory, in one line. */
export const machine = (): string =>
  `${type()} ${release()}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
