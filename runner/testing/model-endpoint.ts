import type { ServerResponse } from "node:http";
import { z } from "zod";
import { sendJson, startJsonServer } from "@/lib/core/testing/json-server";

/** A scripted response: text, tool calls, no response until the agent disconnects, or an error. */
export type ModelResponse =
  | { think?: string; say: string }
  | { calls: readonly { tool: string; args: Readonly<Record<string, unknown>> }[] }
  | { silent: true }
  | { reject: string };

const Text = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = "" }) => text).join("")),
]);

const ChatRequest = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: Text.nullish() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** A fake OpenAI-compatible model endpoint that streams scripted responses. */
export interface ModelEndpoint {
  /** Base URL for the agent's configuration. */
  url: string;
  /** Requests with tools, in order. */
  requests: ChatRequest[];
  /** The same requests as received, with images. */
  bodies: unknown[];
  close(): Promise<void>;
}

/** Token counts of each response. */
export const responseUsage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function deltasOf(scripted: ModelResponse): { deltas: Record<string, unknown>[]; finish: string } {
  if ("say" in scripted) {
    const pieces = scripted.say.match(/\S+\s*/g) ?? [];
    const thoughts = scripted.think === undefined ? [] : [{ reasoning_content: scripted.think }];
    return { deltas: [...thoughts, ...pieces.map((content) => ({ content }))], finish: "stop" };
  }
  const calls = "calls" in scripted ? scripted.calls : [];
  const deltas = calls.map(({ tool, args }, index) => ({
    tool_calls: [
      {
        index,
        id: `call_${crypto.randomUUID()}`,
        type: "function",
        function: { name: tool, arguments: JSON.stringify(args) },
      },
    ],
  }));
  return { deltas, finish: "tool_calls" };
}

function send(response: ServerResponse, scripted: ModelResponse): void {
  if ("reject" in scripted) {
    sendJson(response, 401, { error: { message: scripted.reject, type: "invalid_request_error" } });
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const base = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: "chat.completion.chunk",
    created: 0,
    model: "stand-in",
  };
  const chunk = (data: Record<string, unknown>) => response.write(`data: ${JSON.stringify({ ...base, ...data })}\n\n`);
  chunk({ choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] });
  if ("silent" in scripted) return;
  const { deltas, finish } = deltasOf(scripted);
  for (const delta of deltas) chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  chunk({ choices: [], usage: responseUsage });
  response.end("data: [DONE]\n\n");
}

/** Returns the last prompt and how many responses it already has. */
function position({ messages }: ChatRequest): { prompt: string; responseCount: number } {
  const promptIndex = messages.findLastIndex(({ role }) => role === "user");
  const responseCount = messages.slice(promptIndex + 1).filter(({ role }) => role === "assistant").length;
  return { prompt: messages[promptIndex]?.content ?? "", responseCount };
}

/**
 * Starts the fake endpoint. `script` returns the responses to a prompt, one per request. Requests without tools, such as
 * for a session title, get a one-word response.
 */
export async function startModelEndpoint(script: (prompt: string) => readonly ModelResponse[]): Promise<ModelEndpoint> {
  const requests: ChatRequest[] = [];
  const bodies: unknown[] = [];
  const server = await startJsonServer(({ body }, response) => {
    const request = ChatRequest.parse(body);
    if (!request.tools?.length) return send(response, { say: "Task" });
    requests.push(request);
    bodies.push(body);
    const { prompt, responseCount } = position(request);
    send(response, script(prompt)[responseCount] ?? { say: "Done." });
  });
  return { ...server, url: `${server.url}/v1`, requests, bodies };
}
