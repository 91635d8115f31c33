const methodNotAllowed = -32602;

export interface ToolFilter {
  /** For a message from the agent: the message to forward, or the error to reply with. */
  request(message: unknown): { forward: unknown } | { reply: unknown };
  /** A message from the server, with its tool list limited to the allowed tools. */
  response(message: unknown): unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Forwards all messages. */
export const allTools: ToolFilter = { request: (message) => ({ forward: message }), response: (message) => message };

/** Limits the messages of an MCP connection to some tools. */
export function createToolFilter(tools: readonly string[]): ToolFilter {
  const allowed = new Set(tools);
  const nameOf = (tool: unknown) => (isObject(tool) && typeof tool.name === "string" ? tool.name : "");

  function rejection(message: unknown): unknown {
    if (!isObject(message) || message.method !== "tools/call") return undefined;
    const name = nameOf(message.params);
    if (allowed.has(name)) return undefined;
    const error = { code: methodNotAllowed, message: `Tool ${name} isn't in the environment file's toolAllowlist` };
    return { jsonrpc: "2.0", id: message.id ?? null, error };
  }

  function response(message: unknown): unknown {
    if (Array.isArray(message)) return message.map(response);
    if (!isObject(message) || !isObject(message.result) || !Array.isArray(message.result.tools)) return message;
    const listed = message.result.tools.filter((tool) => allowed.has(nameOf(tool)));
    return { ...message, result: { ...message.result, tools: listed } };
  }

  return {
    request(message) {
      const [rejected] = (Array.isArray(message) ? message : [message]).flatMap((each) => rejection(each) ?? []);
      return rejected === undefined ? { forward: message } : { reply: rejected };
    },
    response,
  };
}
