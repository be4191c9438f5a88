import {
  type CallToolRequest,
  CLIENT_CAPABILITIES_META_KEY,
  type ContentBlock,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Answer, type Args, asks, asksInSteps, question, sampling, says, type Tool, text } from "./questions.ts";

/**
 * What the conformance suite asks a server for, by the names it dictates: pictures, sounds, progress, questions back.
 * A shop has none of these, so they exist in the test build only.
 */

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";

const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});

const NAME = { name: { type: "string" } };
const confirm = { confirm: question("Please confirm", { ok: { type: "boolean" } }) };
const user_name = question("What is your name?", NAME);
const client_roots = inputRequired.listRoots();

const choices = (...names: string[]) => names.map((title, i) => ({ const: `value${i + 1}`, title }));
const OPTIONS = ["option1", "option2", "option3"];

const tools: Record<string, Tool> = {
  test_simple_text: () => says(text("This is a simple text response for testing.")),
  test_image_content: () => says(image),
  test_audio_content: () => says({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    says(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    says(
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ),
  test_error_handling: () => ({ ...says(text("This tool intentionally returns an error for testing")), isError: true }),
  json_schema_2020_12_tool: () => says(text("It keeps its schema.")),

  test_tool_with_logging: async ({ notify }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await notify({ method: "notifications/message", params: { level: "info", data } });
    }
    return says(text("Logged."));
  },
  test_tool_with_progress: async ({ notify, _meta }) => {
    const progressToken = _meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } } as never);
    }
    return says(text("Done."));
  },
  test_logging_tool: async ({ log }) => {
    await log("info", "Only for who asked to hear it");
    return says(text("Logged, where that was asked for."));
  },

  test_sampling: (context, { prompt = "" }) => asks({ reply: sampling(prompt) })(context, {}),
  test_elicitation: (context, { message = "" }) => {
    const email = { type: "string", description: "User's email address" };
    return asks({ user: question(message, { username: { type: "string" }, email }) })(context, {});
  },
  test_streaming_elicitation: asks({ user_name }),
  test_missing_capability: asks({ reply: sampling("Say anything.") }),
  test_elicitation_sep1034_defaults: asks({
    defaults: question(
      "Please review",
      {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      },
      [],
    ),
  }),
  test_elicitation_sep1330_enums: asks({
    enums: question(
      "Please choose",
      {
        untitledSingle: { type: "string", enum: OPTIONS },
        titledSingle: { type: "string", oneOf: choices("First Option", "Second Option", "Third Option") },
        legacyEnum: {
          type: "string",
          enum: ["opt1", "opt2", "opt3"],
          enumNames: ["Option One", "Option Two", "Option Three"],
        },
        untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
        titledMulti: { type: "array", items: { anyOf: choices("First Choice", "Second Choice", "Third Choice") } },
      },
      [],
    ),
  }),

  test_input_required_result_elicitation: asks({ user_name }),
  test_input_required_result_capabilities: (context) => {
    const told = new Map(Object.entries(context.envelope ?? {})).get(CLIENT_CAPABILITIES_META_KEY);
    const canSample = typeof told === "object" && told !== null && "sampling" in told;
    return asks(canSample ? { reply: sampling("Say anything.") } : { user_name })(context, {});
  },
  test_input_required_result_sampling: asks({ capital_question: sampling("What is the capital of France?") }),
  test_input_required_result_list_roots: asks({ client_roots }),
  test_input_required_result_request_state: asksInSteps(confirm),
  test_input_required_result_tampered_state: asksInSteps(confirm),
  test_input_required_result_multiple_inputs: asksInSteps({
    user_name,
    greeting: sampling("Generate a greeting", 50),
    client_roots,
  }),
  test_input_required_result_multi_round: asksInSteps(
    { step1: question("Step 1: What is your name?", NAME) },
    { step2: question("Step 2: What is your favorite color?", { color: { type: "string" } }) },
  ),
};

/** Keywords of JSON Schema 2020-12, which must reach the client as they are. */
const KEYWORDS = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const promptArguments = (...names: string[]) =>
  names.map((name) => ({ name, description: "For the test", required: true }));
const said = (...content: ContentBlock[]): GetPromptResult => ({
  messages: content.map((one) => ({ role: "user", content: one })),
});

const prompts: Record<
  string,
  {
    arguments?: ReturnType<typeof promptArguments>;
    get: (args: Args, context: ServerContext["mcpReq"]) => GetPromptResult | InputRequiredResult;
  }
> = {
  test_simple_prompt: { get: () => said(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    arguments: promptArguments("arg1", "arg2"),
    get: ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: promptArguments("resourceUri"),
    get: ({ resourceUri = "" }) =>
      said(
        embedded(resourceUri, "text/plain", "Embedded resource content for testing."),
        text("Please process the embedded resource above."),
      ),
  },
  test_prompt_with_image: { get: () => said(image, text("Please analyze the image above.")) },
  test_input_required_result_prompt: {
    get: (_args, { inputResponses }) =>
      inputResponses?.user_context
        ? said(text(`With context: ${JSON.stringify(inputResponses.user_context)}`))
        : inputRequired({
            inputRequests: {
              user_context: question("What context should the prompt use?", { context: { type: "string" } }),
            },
          }),
  },
};

const resources: Record<string, { mimeType: string; text: string } | { mimeType: string; blob: string }> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
  "test://watched-resource": { mimeType: "text/plain", text: "Nothing happens here." },
};

function read(uri: string) {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  const found = id ? { mimeType: "application/json", text: data } : resources[uri];
  if (!found) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, ...found }] };
}

const unknown = (name: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${name}.`);

export async function callTool(
  { name, arguments: args = {} }: CallToolRequest["params"],
  context: ServerContext["mcpReq"],
): Promise<Answer> {
  const tool = tools[name];
  if (!tool) throw unknown(name);
  return tool(context, args as Args);
}

/** Makes a server of the endpoint one that the suite can try everything with. */
export function extend(server: Server): void {
  server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } });
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: "For the conformance suite",
      inputSchema: { type: "object" as const, ...(name === "json_schema_2020_12_tool" ? KEYWORDS : {}) },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => callTool(params, mcpReq) as never);
  server.setRequestHandler("resources/list", () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => read(params.uri));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(prompts).map(([name, prompt]) => ({
      name,
      description: "For the conformance suite",
      ...(prompt.arguments ? { arguments: prompt.arguments } : {}),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) => {
    const prompt = prompts[params.name];
    if (!prompt) throw unknown(params.name);
    return prompt.get(params.arguments ?? {}, mcpReq) as never;
  });
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
}
