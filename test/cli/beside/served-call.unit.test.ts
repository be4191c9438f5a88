import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type CommandParts, ServedCall } from "../../../src/cli/beside/served-call.ts";

const parts = { settings: {} } as CommandParts;
type ServedSocket = ConstructorParameters<typeof ServedCall>[0];

test("a file that is left while its next bytes are on their way takes no answer of the next file", async () => {
  const call = new ServedCall(new PassThrough() as unknown as ServedSocket, parts);
  const opening = call.openFile("folder", "left.png");
  call.take({ kind: "size", size: 6 });
  const left = (await opening).content[Symbol.asyncIterator]();
  const first = left.next(); // the next bytes are asked for when the first have come
  call.take({ kind: "bytes", bytes: btoa("abc") });
  expect(String((await first).value)).toBe("abc");
  void left.return?.();

  const [other, missing] = [call.openFile("folder", "other.png"), call.openFile("folder", "missing.png")];
  call.take({ kind: "bytes", bytes: btoa("def") });
  call.take({ kind: "size", size: 9 });
  call.take({ kind: "failed", failure: { message: "There is no file.", stack: undefined, isForOperator: true } });

  expect((await other).size).toBe(9);
  await expect(missing).rejects.toThrow("There is no file.");
});
