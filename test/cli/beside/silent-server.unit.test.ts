import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectToServer } from "../../../src/cli/beside/client.ts";
import { temporaryFolder } from "../hanout.ts";

test("a command does not wait for ever for a server that says nothing", async () => {
  const folder = temporaryFolder();
  const silent = createServer();
  onTestFinished(() => void silent.close());
  await once(silent.listen(join(folder, "hanout.sock")), "listening");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());

  const command = connectToServer(folder);
  await once(silent, "connection");
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  vi.advanceTimersByTime(10_000);

  await expect(command).rejects.toThrow("The server that uses the data folder does not answer.");
});
