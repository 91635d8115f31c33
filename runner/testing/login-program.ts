import { agentProgram } from "./agent-program";

/**
 * Source of an agent that needs a login: with a page (`device`), or in a terminal that reads the code 1234567. It keeps its
 * token in a file and replies with it, backward and forward. With the variable NEVER, the page isn't confirmed.
 */
export const loginProgram = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface as lines } from "node:readline";
const folder = process.env.HOME + "/.agent";
const store = (code) => { mkdirSync(folder, { recursive: true }); writeFileSync(folder + "/login.json", JSON.stringify({ token: "token-of-a-user-" + code })); };
const token = () => JSON.parse(readFileSync(folder + "/login.json", "utf8")).token;
if (process.argv.includes("--login")) {
  process.stdout.write("Open https://login.example.test\\u001b[1m?x=1\\u001b[0m\\nCode: ");
  for await (const line of lines({ input: process.stdin })) {
    if (line !== process.env.EXPECTED_CODE) { console.log("Wrong code"); process.exit(2); }
    store(line);
    process.exit(0);
  }
}
let pending;
${agentProgram(
  `say([...token()].reverse().join("") + " " + token()); send({ id, result: { stopReason: "end_turn" } });`,
  {
    onMessage: `
  if (method === "initialize") {
    const authMethods = [
      { id: "device", name: "Device code", description: "Opens a page" },
      { id: "terminal", name: "Terminal", type: "terminal", args: ["--login"], env: { EXPECTED_CODE: "1234567" } },
      { id: "key", name: "Key", type: "env_var", vars: [{ name: "AGENT_KEY" }] },
    ].filter(({ type }) => type !== "terminal" || params.clientCapabilities.auth?.terminal);
    send({ id, result: { protocolVersion: 1, authMethods } });
    continue;
  }
  if (method === "authenticate" && params.methodId === "device") {
    pending = id;
    send({ id: "ask", method: "elicitation/create", params: { mode: "url", requestId: id, elicitationId: "e", url: "https://login.example.test/device", message: "Enter ABCD" } });
    continue;
  }
  if (method === "session/new" && !existsSync(folder + "/login.json")) { send({ id, error: { code: -32000, message: "Authentication required" } }); continue; }`,
    onResponse: `if (id === "ask" && result.action === "accept" && !process.env.NEVER) { store("7654321"); send({ id: pending, result: {} }); }`,
  },
)}`;
