import { spawnHanout } from "../../../harness/server.ts";
import type { FaultContext } from "../../fault.ts";

/** Runs a command of the built command line to its end. Throws with its output when it fails. */
export async function runHanout(
  context: FaultContext,
  args: string[],
  environment: Record<string, string>,
): Promise<{ out: string; ms: number }> {
  const startedAt = performance.now();
  const { ended, out } = spawnHanout(context, args, { environment });
  const code = await ended;
  if (code !== 0) throw new Error(`hanout ${args.join(" ")} ended with ${code}:\n${out()}`);
  return { out: out(), ms: performance.now() - startedAt };
}
