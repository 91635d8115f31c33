import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { handleFileRequest } from "./file-requests";
import { frameHeaderBytes, frameKinds, maxFrameBytes, SessionRequest } from "./session-protocol";

type Send = (kind: keyof typeof frameKinds, bytes: Buffer) => Promise<void>;

function createSender(output: Writable): Send {
  return async (kind, bytes) => {
    for (let at = 0; at < bytes.length; at += maxFrameBytes) {
      const block = bytes.subarray(at, at + maxFrameBytes);
      const header = Buffer.alloc(frameHeaderBytes);
      header.writeUInt8(frameKinds[kind]);
      header.writeUInt32BE(block.length, 1);
      output.write(header);
      if (!output.write(block)) await once(output, "drain");
    }
  };
}

/** Ends every process in this sandbox except this one and bubblewrap's. */
function endOthers(): void {
  try {
    process.kill(-1, "SIGKILL");
  } catch {
    // There are none.
  }
}

async function forward(source: Readable, kind: "stdout" | "stderr", send: Send): Promise<void> {
  for await (const chunk of source) await send(kind, chunk);
}

async function runCommand(
  { command: [program = "", ...args], cwd, environment, input }: Extract<SessionRequest, { command: string[] }>,
  send: Send,
): Promise<number> {
  // This process's own variables mark it as the run's, so that its children are found, too.
  const { PWD: _folder, ...mark } = process.env;
  const env = { ...environment, ...mark };
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const failed = new Promise<Error>((resolve) => child.once("error", resolve));
  const exited = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1)));
  child.stdin.on("error", () => undefined).end(Buffer.from(input, "base64"));
  const output = Promise.all([forward(child.stdout, "stdout", send), forward(child.stderr, "stderr", send)]);
  const end = await Promise.race([exited, failed]);
  if (end instanceof Error) {
    await send("stderr", Buffer.from(`${end.message}\n`));
    return 1;
  }
  // Others could keep the pipes open, or change files while the next command runs.
  endOthers();
  await output;
  return end;
}

async function handle(request: SessionRequest, send: Send): Promise<number> {
  if ("command" in request) return runCommand(request, send);
  try {
    await send("stdout", Buffer.from(JSON.stringify(await handleFileRequest(request.files))));
    return 0;
  } catch (error) {
    await send("stderr", Buffer.from(error instanceof Error ? error.message : "file request failed"));
    return 1;
  }
}

/**
 * Runs the commands that the service sends, one at a time, until its input ends. See `session-protocol.ts`. Processes that a
 * command leaves behind end with it. Throws outside a sandbox, where that would end unrelated processes.
 */
export async function runSession(input: Readable, output: Writable): Promise<void> {
  if (readFileSync("/proc/1/comm", "utf8").trim() !== "bwrap") throw new Error("sessions run in bubblewrap only");
  const send = createSender(output);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const code = await handle(SessionRequest.parse(JSON.parse(line)), send);
    await send("end", Buffer.from(JSON.stringify({ code })));
  }
  process.exit(0);
}
