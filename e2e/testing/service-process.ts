import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { App } from "./app";

const run = promisify(execFile);

/** The process of an app's service, which is a child of the one that was started. */
async function serviceProcess(app: App): Promise<number> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const lines = stdout.split("\n").map((line) => line.trim().split(/\s+/));
  const found = lines.find(([, parent, ...args]) => parent === String(app.pid) && args.at(-1) === "service");
  if (!found?.[0]) throw new Error("the service does not run");
  return Number(found[0]);
}

/** Holds the service up while `work` is done: connections open, and nothing answers. */
export async function whileHeldUp(app: App, work: () => Promise<void>): Promise<void> {
  const pid = await serviceProcess(app);
  process.kill(pid, "SIGSTOP");
  try {
    await work();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

/** Ends the service as a crash does. It is started again by itself. */
export async function crashService(app: App): Promise<void> {
  process.kill(await serviceProcess(app), "SIGKILL");
}
