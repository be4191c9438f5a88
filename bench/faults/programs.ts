import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { until } from "../harness/wait.ts";
import { FaultSkipped } from "./fault.ts";

/** The folders of PATH, and the folders of server programs, which are not in every PATH. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** Returns the path of a program. Throws FaultSkipped with installation instructions when it is not installed. */
export const requireProgram = (name: string, install: string): string =>
  requireFile(
    FOLDERS.map((folder) => join(folder, name)),
    name,
    install,
  );

/** Returns the first of these files that exists. Throws FaultSkipped with installation instructions when none does. */
export function requireFile(files: string[], name: string, install: string): string {
  const found = files.find((file) => existsSync(file));
  if (!found) throw new FaultSkipped(`${name} is not installed; on Debian: ${install}`);
  return found;
}

/** Waits until a process listens on a port of loopback. Throws after ten seconds. */
export const listens = (port: number): Promise<void> =>
  until(
    async () => {
      const socket = connect(port, "127.0.0.1");
      const isOpen = await once(socket, "connect").then(
        () => true,
        () => false,
      );
      socket.destroy();
      return isOpen;
    },
    10_000,
    `something listens on port ${port}`,
  );
