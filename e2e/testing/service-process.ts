import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { App } from "./app";

const run = promisify(execFile);

/** The process id of the app's service, a child of the process the test started. */
async function serviceProcess(app: App): Promise<number> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const lines = stdout.split("\n").map((line) => line.trim().split(/\s+/));
  const found = lines.find(([, parent, ...args]) => parent === String(app.pid) && args.at(-1) === "service");
  if (!found?.[0]) throw new Error("the service isn't running");
  return Number(found[0]);
}

/** Pauses the service during `work`: connections open, but nothing responds. */
export async function whilePaused(app: App, work: () => Promise<void>): Promise<void> {
  const pid = await serviceProcess(app);
  process.kill(pid, "SIGSTOP");
  try {
    await work();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

/** Crashes the service. It is restarted automatically. */
export async function crashService(app: App): Promise<void> {
  process.kill(await serviceProcess(app), "SIGKILL");
}
