import type { ServerResponse } from "node:http";
import { z } from "zod";
import { sendJson, startJsonServer } from "@/lib/core/testing/json-server";
import type { ModelResponse } from "./model-endpoint";

const Part = z.looseObject({
  text: z.string().optional(),
  functionCall: z.unknown().optional(),
});
const GenerateRequest = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string().optional(), parts: z.array(Part).default([]) })).default([]),
  tools: z.array(z.looseObject({ functionDeclarations: z.array(z.unknown()).optional() })).optional(),
  generationConfig: z.looseObject({ responseMimeType: z.string().optional() }).optional(),
});
export type GenerateRequest = z.infer<typeof GenerateRequest>;

/** A fake endpoint of the Gemini API that streams scripted responses. */
export interface GeminiEndpoint {
  url: string;
  /** Requests with tools, in order. */
  requests: GenerateRequest[];
  close(): Promise<void>;
}

const usageMetadata = {
  promptTokenCount: 100,
  candidatesTokenCount: 10,
  thoughtsTokenCount: 5,
  cachedContentTokenCount: 20,
  totalTokenCount: 115,
};

function partsOf(scripted: ModelResponse): Record<string, unknown>[] {
  if ("say" in scripted) {
    const thoughts = scripted.think === undefined ? [] : [{ text: scripted.think, thought: true }];
    return [...thoughts, { text: scripted.say }];
  }
  const calls = "calls" in scripted ? scripted.calls : [];
  return calls.map(({ tool, args }) => ({ functionCall: { name: tool, args } }));
}

function send(response: ServerResponse, scripted: ModelResponse, streams: boolean): void {
  if ("reject" in scripted) {
    sendJson(response, 400, { error: { code: 400, message: scripted.reject, status: "INVALID_ARGUMENT" } });
    return;
  }
  const candidate = { content: { role: "model", parts: partsOf(scripted) }, finishReason: "STOP", index: 0 };
  const body = { candidates: [candidate], usageMetadata, modelVersion: "fake", responseId: crypto.randomUUID() };
  if (!streams) {
    sendJson(response, 200, body);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  if ("silent" in scripted) response.flushHeaders();
  else response.end(`data: ${JSON.stringify(body)}\r\n\r\n`);
}

/** The response to a request: the next one to the last prompt that `script` knows. */
function scriptedResponse(
  request: GenerateRequest,
  script: (prompt: string, request: GenerateRequest) => readonly ModelResponse[] | undefined,
): ModelResponse {
  const { contents } = request;
  const scripts = contents.map(({ role, parts }) =>
    role === "user" ? script(parts.map(({ text = "" }) => text).join("\n"), request) : undefined,
  );
  const at = scripts.findLastIndex((found) => found !== undefined);
  const responded = contents.slice(at + 1).filter(({ role }) => role === "model").length;
  return scripts[at]?.[responded] ?? { say: "Done." };
}

/**
 * Starts the fake endpoint. `script` returns the responses to a prompt, one per request, and `undefined` for other texts.
 * Requests without tools, such as for routing, get an empty object.
 */
export async function startGeminiEndpoint(
  script: (prompt: string, request: GenerateRequest) => readonly ModelResponse[] | undefined,
): Promise<GeminiEndpoint> {
  const requests: GenerateRequest[] = [];
  const server = await startJsonServer(({ path, body }, response) => {
    if (path.includes(":countTokens")) return sendJson(response, 200, { totalTokens: 42 });
    if (!/:(?:streamG|g)enerateContent/.test(path)) return sendJson(response, 200, { models: [] });
    const request = GenerateRequest.parse(body);
    const streams = path.includes(":streamGenerateContent");
    const hasTools = request.tools?.some((tool) => tool.functionDeclarations?.length) ?? false;
    if (!hasTools) return send(response, { say: request.generationConfig?.responseMimeType ? "{}" : "Task" }, streams);
    requests.push(request);
    send(response, scriptedResponse(request, script), streams);
  });
  return { ...server, requests };
}
