import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { createToolFilter } from "./tool-filter";

/** Passes each line's JSON value to `handle`. Drops lines that aren't JSON. */
async function eachMessage(source: Readable, handle: (message: unknown) => void): Promise<void> {
  for await (const line of createInterface({ input: source })) {
    try {
      handle(JSON.parse(line));
    } catch {
      // Not a message.
    }
  }
}

const send = (target: Writable, message: unknown) => void target.write(`${JSON.stringify(message)}\n`);

/** Runs a stdio MCP server with a limited set of tools. Exits with the server's code. */
export async function filterTools(tools: readonly string[], [program = "", ...args]: readonly string[]): Promise<void> {
  const filter = createToolFilter(tools);
  const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.on("error", () => undefined);
  server.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(127);
  });
  server.on("close", (code) => process.exit(code ?? 1));
  void eachMessage(server.stdout, (message) => send(process.stdout, filter.response(message)));
  await eachMessage(process.stdin, (message) => {
    const verdict = filter.request(message);
    if ("reply" in verdict) send(process.stdout, verdict.reply);
    else send(server.stdin, verdict.forward);
  });
  server.stdin.end();
}
