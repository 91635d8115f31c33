import { once } from "node:events";
import { bubblewrapArguments, spawnBubblewrap } from "./bubblewrap";
import type { ForwardedPort } from "./inside/forward-ports";
import { insideCommand, insideProgram } from "./inside-command";
import { programPaths } from "./minimal-root";

/** A network namespace with a loopback device and no route, from which only the egress proxy is reachable. */
export interface NetworkNamespace {
  /** Process that keeps it open; others join its namespaces once its ports are open. */
  process: number;
  /** Opens its ports, once. Throws when its process has ended. */
  open(ports: readonly ForwardedPort[]): Promise<void>;
  close(): void;
}

/**
 * Starts the namespace. `socketFolder` is the folder of the egress proxy's socket, which can be created later. Throws when bubblewrap fails. Its
 * process doesn't have the run's marker: it remains until the last push, after the agent's processes have ended, and exits with this process.
 */
export async function startNetwork(socketFolder: string): Promise<NetworkNamespace> {
  const args = bubblewrapArguments(
    {
      cwd: "/",
      environment: {},
      mounts: [{ path: socketFolder, access: "write" }],
      network: "none",
    },
    {
      accounts: undefined,
      programs: programPaths([insideProgram], []),
      temporary: undefined,
      asRoot: false,
      keepsNetwork: true,
    },
  );
  let info = "";
  let reported = () => {};
  const started = new Promise<void>((resolve) => {
    reported = resolve;
  });
  const child = spawnBubblewrap({
    args,
    command: insideCommand("forward", socketFolder),
    marker: {},
    onInfo: (json) => {
      info += json;
      if (info.includes("}")) reported();
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
  child.stdin?.on("error", () => undefined);
  const ended = Promise.race([once(child, "exit"), once(child, "error")]).then(() => {
    throw new Error(`network namespace failed: ${errorOutput.trim()}`);
  });
  ended.catch(() => undefined);
  await Promise.race([started, ended]);
  const process = Number(/"child-pid":\s*(\d+)/.exec(info)?.[1]);
  if (!Number.isInteger(process)) throw new Error("bubblewrap reported no process");
  return {
    process,
    async open(ports) {
      child.stdin?.end(JSON.stringify(ports));
      await Promise.race([ready, ended]);
    },
    close: () => void child.kill("SIGKILL"),
  };
}
