import { once } from "node:events";
import { type BubblewrapOptions, bubblewrapArguments, spawnBubblewrap } from "./bubblewrap";
import type { ForwardedPort } from "./inside/forward-ports";
import { insideCommand } from "./inside-command";

/** A network namespace with a loopback device and no route, from which only the egress proxy is reachable. */
export interface NetworkNamespace {
  /** Process that keeps it open; others join its namespaces. */
  process: number;
  close(): void;
}

export interface NetworkOptions extends Omit<BubblewrapOptions, "temporary" | "keepsNetwork"> {
  /** Folder of the egress proxy's socket. */
  socketFolder: string;
  ports: readonly ForwardedPort[];
}

/**
 * Starts the namespace. Resolves once its ports are open. Throws when bubblewrap fails. Its process doesn't have the run's marker: it remains until the last push, after the agent's processes have ended, and exits with this process.
 */
export async function openNetwork(options: NetworkOptions): Promise<NetworkNamespace> {
  const { socketFolder, ports } = options;
  const args = bubblewrapArguments(
    {
      cwd: "/",
      environment: {},
      mounts: [{ path: socketFolder, access: "write" }],
      network: "none",
    },
    { ...options, temporary: undefined, keepsNetwork: true },
  );
  let info = "";
  const child = spawnBubblewrap({
    args,
    command: insideCommand("forward", socketFolder, JSON.stringify(ports)),
    marker: {},
    onInfo: (json) => {
      info += json;
    },
  });
  let output = "";
  let errorOutput = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("ready\n")) resolve();
    });
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  const ended = Promise.race([once(child, "exit"), once(child, "error")]).then(() => {
    throw new Error(`network namespace failed: ${errorOutput.trim()}`);
  });
  ended.catch(() => undefined);
  await Promise.race([ready, ended]);
  const process = Number(/"child-pid":\s*(\d+)/.exec(info)?.[1]);
  if (!Number.isInteger(process) || child.pid === undefined) throw new Error("bubblewrap reported no process");
  return { process, close: () => void child.kill("SIGKILL") };
}
