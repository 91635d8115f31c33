import type { ServerResponse } from "node:http";
import { z } from "zod";
import { sendJson, startJsonServer } from "@/lib/core/testing/json-server";
import type { ModelResponse } from "./model-endpoint";

const Block = z.looseObject({ type: z.string(), text: z.string().optional() });
const Content = z.union([z.string().transform((text) => [{ type: "text", text }]), z.array(Block)]);
const MessagesRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  system: Content.optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: Content })),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
});
export type MessagesRequest = z.infer<typeof MessagesRequest>;

/** A fake endpoint of the Anthropic Messages API that streams scripted responses. */
export interface AnthropicEndpoint {
  url: string;
  /** Requests with tools, in order. */
  requests: MessagesRequest[];
  close(): Promise<void>;
}

const usage = { input_tokens: 100, cache_read_input_tokens: 20, cache_creation_input_tokens: 0, output_tokens: 10 };

const textOf = (blocks: MessagesRequest["messages"][number]["content"]) =>
  blocks.map(({ text = "" }) => text).join("\n");

/** Writes one response in the events of the API. */
class EventWriter {
  #index = 0;

  constructor(private readonly response: ServerResponse) {}

  send(type: string, data: Record<string, unknown> = {}): void {
    this.response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  }

  block(start: Record<string, unknown>, deltas: readonly Record<string, unknown>[]): void {
    const index = this.#index;
    this.#index += 1;
    this.send("content_block_start", { index, content_block: start });
    for (const delta of deltas) this.send("content_block_delta", { index, delta });
    this.send("content_block_stop", { index });
  }
}

function stream(response: ServerResponse, model: string, scripted: ModelResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events = new EventWriter(response);
  const message = { type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null };
  events.send("message_start", { message: { id: `msg_${crypto.randomUUID()}`, ...message, usage } });
  if ("silent" in scripted) return;
  if ("say" in scripted) {
    const pieces = scripted.say.match(/\S+\s*/g) ?? [];
    events.block(
      { type: "text", text: "" },
      pieces.map((text) => ({ type: "text_delta", text })),
    );
  }
  const calls = "calls" in scripted ? scripted.calls : [];
  for (const { tool, args } of calls) {
    const start = { type: "tool_use", id: `toolu_${crypto.randomUUID()}`, name: tool, input: {} };
    events.block(start, [{ type: "input_json_delta", partial_json: JSON.stringify(args) }]);
  }
  const delta = { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null };
  events.send("message_delta", { delta, usage: { output_tokens: usage.output_tokens } });
  events.send("message_stop");
  response.end();
}

/**
 * Starts the fake endpoint. `script` returns the responses to the last prompt it knows, one per request, and `undefined`
 * for other texts. Requests without tools, such as for a title, get one word.
 */
export async function startAnthropicEndpoint(
  script: (prompt: string, request: MessagesRequest) => readonly ModelResponse[] | undefined,
): Promise<AnthropicEndpoint> {
  const requests: MessagesRequest[] = [];

  function respond(request: MessagesRequest, response: ServerResponse): void {
    const { messages, model } = request;
    const scripts = messages.map(({ role, content }) =>
      role === "user" ? script(textOf(content), request) : undefined,
    );
    const at = scripts.findLastIndex((found) => found !== undefined);
    const answered = messages.slice(at + 1).filter(({ role }) => role === "assistant").length;
    const scripted = request.tools?.length ? (scripts[at]?.[answered] ?? { say: "Done." }) : { say: "Task" };
    if (request.tools?.length) requests.push(request);
    if ("reject" in scripted) {
      sendJson(response, 401, { type: "error", error: { type: "authentication_error", message: scripted.reject } });
      return;
    }
    if (request.stream) {
      stream(response, model, scripted);
      return;
    }
    const text = "say" in scripted ? scripted.say : "";
    const message = { id: "msg_1", type: "message", role: "assistant", model, stop_reason: "end_turn", usage };
    sendJson(response, 200, { ...message, content: [{ type: "text", text }] });
  }

  const server = await startJsonServer(({ method, path, body }, response) => {
    if (path.includes("/count_tokens")) return sendJson(response, 200, { input_tokens: 42 });
    if (method !== "POST" || !path.includes("/v1/messages")) return sendJson(response, 200, { data: [] });
    respond(MessagesRequest.parse(body), response);
  });
  return { ...server, requests };
}
