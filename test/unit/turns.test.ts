import { expect, test } from "vitest";
import { Turns } from "../../src/customers/turns.ts";

/** Work that ends when told to, and what has begun so far. */
function workshop(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const start = (name: string) =>
    turns.take(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
      );
    });
  const end = (name: string, failure?: Error) => ends.get(name)?.(failure);
  return { begun, start, end };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a few work at a time, the others in the order they came", async () => {
  const { begun, start, end } = workshop(new Turns(2, 10));
  const all = ["a", "b", "c", "d"].map(start);
  await settled();
  expect(begun).toEqual(["a", "b"]);

  end("b");
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);

  const late = start("e");
  end("a");
  await settled();
  expect(begun).toEqual(["a", "b", "c", "d"]);

  for (const name of ["c", "d", "e"]) {
    end(name);
    await settled();
  }
  expect(await Promise.all([...all, late])).toEqual(["a", "b", "c", "d", "e"]);
});

test("who finds too many waiting is refused at once, and takes nobody's place", async () => {
  const { begun, start, end } = workshop(new Turns(1, 1));
  const [a, b] = [start("a"), start("b")];
  await expect(start("c")).rejects.toMatchObject({ code: "overloaded" });

  end("a");
  await settled();
  end("b");
  expect(await Promise.all([a, b])).toEqual(["a", "b"]);
  const again = start("d");
  await settled();
  end("d");
  expect([await again, begun]).toEqual(["d", ["a", "b", "d"]]);
});

test("work that fails gives its place back", async () => {
  const { start, end } = workshop(new Turns(1, 1));
  const [a, b] = [start("a"), start("b")];
  await settled();
  end("a", new Error("broken"));
  await expect(a).rejects.toThrow("broken");
  await settled();
  end("b");
  expect(await b).toBe("b");
});
