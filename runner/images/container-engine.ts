import { spawn } from "node:child_process";
import { once } from "node:events";
import { proxyVariables } from "../sandbox/inside/forward-ports";
import { insideCommand } from "../sandbox/inside-command";
import { processEnvironment } from "../sandbox/process-environment";

/** The container engine failed; the message has the end of its output. */
export class EngineError extends Error {}

export interface EngineOptions {
  /** Podman and its global arguments. */
  command: readonly string[];
  /** Folder of the socket of the run's egress proxy. */
  egressFolder: string;
  /** Folder for temporary files, which remain when the engine is killed. */
  temporary: string;
  /** `NAME=value` by which the run's processes are found again. */
  marker: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

const timeoutMs = 30 * 60_000;
const keptOutput = 4_000;
const maxOutput = 1024 ** 2;
const inherited = ["PATH", "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "CONTAINERS_CONF", "TMPDIR"];

/** The variables of the service by which podman finds its storage and settings, and `more`. */
export function engineEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return processEnvironment({ ...Object.fromEntries(own), ...more });
}

/**
 * Separate network and process namespaces; without root, of podman's user namespace. Containers leave podman's process group,
 * so only the end of their process namespace ends them all.
 */
export function separateNamespaces(engine: string): string[] {
  const namespaces = ["--net", "--pid", "--fork", "--kill-child=SIGKILL", "--mount-proc"];
  const unshare = ["unshare", ...namespaces, "--", "/bin/sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
  return process.getuid?.() === 0 ? unshare : [engine, "unshare", ...unshare];
}

/**
 * Runs the container engine in a network namespace whose only way out is the run's egress proxy, which pulls, builds and
 * downloads have to pass. Aborting ends it and its containers. Returns its output. Throws {@link EngineError} when it fails.
 */
export async function runEngine(
  { command, egressFolder, temporary, marker, signal }: EngineOptions,
  args: readonly string[],
): Promise<string> {
  const [engine = "podman"] = command;
  const [program = "", ...rest] = [
    ...separateNamespaces(engine),
    ...insideCommand("with-proxy", egressFolder, ...command, ...args),
  ];
  signal.throwIfAborted();
  const env = engineEnvironment({ ...proxyVariables, ...marker, TMPDIR: temporary });
  const child = spawn(program, rest, { cwd: "/", env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already exited.
    }
  };
  signal.addEventListener("abort", kill, { once: true });
  const timer = setTimeout(kill, timeoutMs);
  let output = "";
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-keptOutput);
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-maxOutput);
  });
  try {
    const [code] = await once(child, "close");
    signal.throwIfAborted();
    if (code !== 0) throw new EngineError((complaint + output).trim().slice(-keptOutput));
    return output;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  }
}
