/**
 * Returns the source of a minimal agent. `onPrompt` is the code that handles `session/prompt`. It can use the parameters of
 * the session in `session` and its settings in `settings`. `onResponse` handles the responses (`id`, `result`) to its own
 * requests. `onMessage` runs before anything else; `continue` in it replaces the default.
 */
export function agentProgram(
  onPrompt: string,
  { capabilities = "{}", state = "{}", onResponse = "", onMessage = "" } = {},
): string {
  return `
import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const update = (update) => send({ method: "session/update", params: { sessionId: "s", update } });
const say = (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
const settings = [];
let session;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result } = JSON.parse(line);
  ${onMessage}
  if (method === undefined) { ${onResponse} }
  if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: ${capabilities} } });
  if (method === "session/new") { session = params; send({ id, result: { sessionId: "s", ...${state} } }); }
  if (method === "session/load" && params.sessionId === "gone") send({ id, error: { code: -32603, message: "session not found" } });
  else if (method === "session/load") { say("replayed"); send({ id, result: {} }); }
  if (method === "session/set_mode") { settings.push(params.modeId); send({ id, result: {} }); }
  if (method === "session/set_config_option") { settings.push(params.configId + "=" + params.value); send({ id, result: { configOptions: [] } }); }
  if (method === "session/prompt") { ${onPrompt} }
}
`;
}
