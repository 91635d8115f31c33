import type { ServerResponse } from "node:http";
import { z } from "zod";
import { sendJson, startJsonServer } from "@/lib/core/testing/json-server";
import type { ModelResponse } from "./model-endpoint";

const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = "" }) => text).join("\n")),
]);
const ResponsesRequest = z.looseObject({
  model: z.string(),
  input: z.array(
    z.looseObject({ type: z.string().optional(), role: z.string().optional(), content: Content.nullish() }),
  ),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).optional(),
});
export type ResponsesRequest = z.infer<typeof ResponsesRequest>;

/** A fake endpoint of the OpenAI Responses API that streams scripted responses. */
export interface ResponsesEndpoint {
  /** Base URL for the agent's configuration. */
  url: string;
  requests: unknown[];
  close(): Promise<void>;
}

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 20 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 110,
};

/** An item of a response, as announced and as completed. */
interface Item {
  begin: Record<string, unknown>;
  done: Record<string, unknown>;
  text?: string;
}

/** Tools that receive their argument `input` as text. */
const customTools = new Set(["apply_patch", "exec"]);

function callItem({ tool, args }: { tool: string; args: Readonly<Record<string, unknown>> }): Item {
  const ids = { id: `fc_${crypto.randomUUID()}`, call_id: `call_${crypto.randomUUID()}` };
  if (customTools.has(tool)) {
    const item = { ...ids, type: "custom_tool_call", name: tool };
    return { begin: { ...item, input: "" }, done: { ...item, input: args.input, status: "completed" } };
  }
  const item = { ...ids, type: "function_call", name: tool };
  return { begin: { ...item, arguments: "" }, done: { ...item, arguments: JSON.stringify(args), status: "completed" } };
}

function itemsOf(scripted: ModelResponse): Item[] {
  if ("calls" in scripted) return scripted.calls.map(callItem);
  if (!("say" in scripted)) return [];
  const item = { type: "message", id: `msg_${crypto.randomUUID()}`, role: "assistant" };
  const content = [{ type: "output_text", text: scripted.say, annotations: [] }];
  return [{ begin: { ...item, content: [] }, done: { ...item, status: "completed", content }, text: scripted.say }];
}

function send(response: ServerResponse, scripted: ModelResponse): void {
  if ("reject" in scripted) {
    sendJson(response, 401, { error: { message: scripted.reject, code: "invalid_api_key" } });
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  let sequence = 0;
  const event = (type: string, data: Record<string, unknown>) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...data })}\n\n`);
    sequence += 1;
  };
  const base = { id: `resp_${crypto.randomUUID()}`, object: "response" };
  event("response.created", { response: { ...base, status: "in_progress", output: [] } });
  if ("silent" in scripted) return;
  const items = itemsOf(scripted);
  for (const [index, { begin, done, text }] of items.entries()) {
    event("response.output_item.added", { output_index: index, item: begin });
    for (const delta of text?.match(/\S+\s*/g) ?? []) {
      event("response.output_text.delta", { item_id: begin.id, output_index: index, content_index: 0, delta });
    }
    event("response.output_item.done", { output_index: index, item: done });
  }
  const output = items.map(({ done }) => done);
  event("response.completed", { response: { ...base, status: "completed", output, usage } });
  response.end();
}

/**
 * Starts the fake endpoint. `script` returns the responses to a prompt, one per request, and `undefined` for other texts.
 */
export async function startResponsesEndpoint(
  script: (prompt: string, request: ResponsesRequest) => readonly ModelResponse[] | undefined,
): Promise<ResponsesEndpoint> {
  const requests: unknown[] = [];
  const server = await startJsonServer(({ method, path, body }, response) => {
    // The agent then doesn't try to use a WebSocket.
    if (method === "GET" && path.endsWith("/responses")) return sendJson(response, 426, {});
    if (method !== "POST" || !/\/responses(?:\?|$)/.test(path))
      return sendJson(response, 200, { data: [], models: [] });
    const request = ResponsesRequest.parse(body);
    requests.push(body);
    const scripts = request.input.map(({ role, content }) =>
      role === "user" ? script(content ?? "", request) : undefined,
    );
    const at = scripts.findLastIndex((found) => found !== undefined);
    const results = request.input.slice(at + 1).filter(({ type }) => type?.endsWith("_output")).length;
    send(response, scripts[at]?.[results] ?? { say: "Done." });
  });
  return { ...server, url: `${server.url}/v1`, requests };
}
