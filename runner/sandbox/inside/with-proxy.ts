import { spawn } from "node:child_process";
import { forwardPorts } from "./forward-ports";

/** Runs a command in a network namespace that has the egress proxy of `folder`. Exits with the command's code. */
export async function withProxy(folder: string, [program = "", ...args]: readonly string[]): Promise<void> {
  await forwardPorts(folder, []);
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(127);
  });
  child.on("exit", (code) => process.exit(code ?? 1));
}
