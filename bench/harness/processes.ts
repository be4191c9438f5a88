import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Children, CPU and memory of other processes. CPU is from /proc; without it (not Linux), it is undefined. */

/** The ids of a process's children. */
export function childrenOf(pid: number): number[] {
  try {
    const found = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { stdio: "pipe" }).toString();
    return found.trim().split(/\s+/).map(Number);
  } catch {
    return []; // ps fails when there are none
  }
}

/** Clock ticks per second of the times in /proc. */
const TICKS_PER_SECOND = readTicks();

function readTicks(): number {
  try {
    return Number(execFileSync("getconf", ["CLK_TCK"], { stdio: "pipe" }).toString()) || 100;
  } catch {
    return 100;
  }
}

/** The fields of /proc/<pid>/stat after the command's name; the first is the state. Undefined when there is no such process. */
function statOf(pid: number | string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

const sumTicks = (fields: string[], indexes: number[]): number =>
  indexes.reduce((sum, index) => sum + Number(fields[index]), 0);

const PARENT = 1;
const OWN_TIMES = [11, 12];
const WITH_ENDED_CHILDREN = [11, 12, 13, 14];

/** The CPU that a process has used, user and system, in milliseconds. */
export function cpuMsOf(pid: number): number | undefined {
  const fields = statOf(pid);
  return fields && (sumTicks(fields, OWN_TIMES) * 1000) / TICKS_PER_SECOND;
}

/** The CPU that a process and its children have used, running and ended ones, in milliseconds. */
export function cpuMsOfTree(pid: number): number | undefined {
  const root = statOf(pid);
  if (!root) return undefined;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((child) => {
      const fields = statOf(child);
      return fields && Number(fields[PARENT]) === pid ? [sumTicks(fields, OWN_TIMES)] : [];
    });
  const ticks = children.reduce((sum, one) => sum + one, sumTicks(root, WITH_ENDED_CHILDREN));
  return (ticks * 1000) / TICKS_PER_SECOND;
}

/** The resident memory of a process in MB (2^20 bytes). Throws an Error when it cannot be read. */
export function residentMbOf(pid: number): number {
  const text = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { stdio: "pipe" }).toString();
  return Number(text) / 1024;
}
