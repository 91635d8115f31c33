import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

interface RunOptions {
  cwd?: string;
  environment?: Readonly<Record<string, string>>;
  /** Standard input. */
  input?: string;
}

/** Runs the `slipway` command until it exits. */
export async function runSlipway(args: readonly string[], { cwd, environment, input = "" }: RunOptions = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", "slipway.mjs"), ...args], {
    cwd,
    env: { ...process.env, ...environment },
  });
  let [output, error] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    error += chunk.toString();
  });
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code: Number(code), output, error };
}
