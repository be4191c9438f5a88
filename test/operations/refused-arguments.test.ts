import { beforeAll, expect, test } from "vitest";
import { takesAnswerCursor } from "../../src/operations/operation.ts";
import { openShop, type Shop } from "../support/app.ts";
import { type Called, call, operationsOfKeys, post } from "../support/operations.ts";

const tools = operationsOfKeys;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  "%s refuses what it does not know, what is missing, and values of another kind",
  async (_, tool) => {
    const { properties, required = [] } = tool.input;
    const refusal = (args: object) => refusedByBoth(shop, tool.name, args);

    expect(await refusal({ ...tool.example, surprise: 1 })).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "surprise", message: expect.stringContaining("not known") }],
    });
    for (const name of required) {
      const { [name]: __, ...rest } = tool.example as Record<string, unknown>;
      expect(await refusal(rest), name).toMatchObject({
        code: "invalid_value",
        errors: [{ path: name, message: "is required" }],
      });
    }
    for (const [name, schema] of Object.entries(properties)) {
      const { type } = schema as { type?: string | string[] };
      const wrong = [type].flat().includes("object") ? "text" : { surprise: true };
      const args = { ...tool.example, [name]: wrong };
      const isOnlyInMcp = name === "cursor" && takesAnswerCursor(tool);
      const problem = isOnlyInMcp ? (await call(shop, tool.name, args)).problem : await refusal(args);
      expect(problem, name).toMatchObject({ code: "invalid_value" });
      expect(problem?.errors[0]?.path, name).toMatch(new RegExp(`^${name}`));
    }
  },
);

/** The refusal of a call; expects that MCP and HTTP refuse it with the same code, fields and facts. */
async function refusedByBoth(shop: { secret_key: string }, name: string, args: object): Promise<Called["problem"]> {
  const { problem } = await call(shop, name, args);
  const { status, body } = await post(shop, name, args);
  const { type, title, instance, request_id, ...told } = body;
  expect({ ...told, status }, `${name} over HTTP`).toEqual(problem && asOverHttp(name, problem));
  return problem;
}

/** Over HTTP no answer is cut, so that a `cursor` that only continues a cut answer is not among the known arguments. */
function asOverHttp(name: string, problem: NonNullable<Called["problem"]>): Called["problem"] {
  const tool = tools.find((one) => one.name === name);
  if (!tool || !takesAnswerCursor(tool)) return problem;
  const errors = problem.errors.map((error) => ({
    ...error,
    message: error.message
      .replace("known are: cursor", "there are no arguments")
      .replace(/(known are: .*), cursor$/, "$1"),
  }));
  return { ...problem, errors };
}
