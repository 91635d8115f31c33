import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { WorkerId } from "@/lib/contract/worker-protocol/from-worker";
import { type OptionSpec, OptionsError, readArguments } from "./arguments";

export type WorkerCommand = "start" | "debug";

export interface WorkerOptions {
  command: WorkerCommand;
  /** Existing folders. The first contains the worker's files and determines the repository it serves. */
  workerDirs: readonly string[];
  /** Undefined for a personal machine. */
  pool: string | undefined;
  name: string;
  /** Undefined: a new id is generated. */
  workerId: string | undefined;
  endpoint: string;
  credential: { kind: "key" | "token"; text: string } | { kind: "file"; path: string };
  labels: readonly string[];
  labelsFile: string | undefined;
  /** Seconds; 0 means never. */
  idleReleaseTimeout: number;
  management: { host: string; port: number } | undefined;
  onSessionStart: string | undefined;
  onSessionEnd: string | undefined;
  verbose: boolean;
  /** `debug` prints JSON. */
  json: boolean;
}

/** The worker's options. `variable` is the environment variable without the service's prefix. */
export const workerOptions = {
  "worker-dir": {
    value: "dir",
    repeat: true,
    about: "workspace folder (default: current folder); up to 20, the first is used for routing",
  },
  pool: {
    value: "name",
    optional: true,
    variable: "WORKER_POOL_NAME",
    about:
      "join a pool (default name: default) and serve one agent at a time; without --pool, act as a personal machine",
  },
  "pool-name": { value: "name", hidden: true, about: "deprecated: use --pool" },
  "single-use": { hidden: true, about: "deprecated: use --pool without a name" },
  name: { value: "text", about: "display name (default: host name)" },
  "worker-id": { value: "id", hidden: true, variable: "AGENT_WORKER_ID", about: "stable id" },
  endpoint: { value: "url", short: "e", variable: "API_ENDPOINT", about: "URL of the service" },
  "api-key": {
    value: "key",
    variable: "API_KEY",
    about: "service-account key, or a user's key for a personal machine",
  },
  "auth-token": {
    value: "token",
    variable: "AUTH_TOKEN",
    about: "registration token, session token or worker token, instead of a key",
  },
  "auth-token-file": { value: "file", about: "file with the token, re-read on every connection" },
  label: { value: "key=value", repeat: true, about: "label for routing (repeatable)" },
  "labels-file": { value: "file", variable: "WORKER_LABELS_FILE", about: "labels as JSON or TOML, instead of --label" },
  "idle-release-timeout": {
    value: "seconds",
    variable: "WORKER_IDLE_RELEASE_TIMEOUT",
    about: "exit after this idle time; 0 disables (default: 3600 in a pool, 0 for a personal machine)",
  },
  "management-addr": { value: "host:port", about: "serve /healthz, /readyz and /metrics on this address" },
  "clone-git-repos": {
    about: "clone an agent's repositories; always on; the option only requires a named pool",
  },
  "mint-github-token": {
    about: "request a git credential for each session; always on",
  },
  "on-session-start": { value: "cmd", about: "shell command to run before each session" },
  "on-session-end": { value: "cmd", about: "shell command to run after each session" },
  verbose: { about: "log routing labels, workspace folders and repository URLs" },
  debug: { hidden: true, about: "deprecated: use --verbose" },
  json: { about: "with debug: print JSON" },
} as const satisfies Record<string, OptionSpec>;

/** Options of other workers that this worker doesn't support. */
const unsupported = ["sync-dashboard-secrets", "identity-socket", "computer-use", "display", "share-desktop"] as const;

const commands: readonly string[] = ["start", "debug", "controller"] satisfies (WorkerCommand | "controller")[];

function parseAddress(text: string): { host: string; port: number } | undefined {
  const [, host = "", port = ""] = /^(.*):([0-9]{1,5})$/.exec(text) ?? [];
  if (port === "" || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[(.*)\]$/, "$1") || "0.0.0.0", port: Number(port) };
}

/**
 * Reads the worker's options; options override environment variables. `prefix` is the upper-case service name.
 * Throws {@link OptionsError} with all problems.
 */
export function readWorkerOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaults: { prefix: string; endpoint: string; cwd: string },
): WorkerOptions {
  const { parsed, words, problems } = readArguments(argv, {
    options: workerOptions,
    unsupported,
    commands,
    environment,
    prefix: defaults.prefix,
  });
  const { one, many, flag } = parsed;
  const [command = "start", ...rest] = words;
  if (command !== "start" && command !== "debug") problems.push(`unknown command ${command}`);
  if (rest.length > 0) problems.push(`unexpected arguments after ${command}: ${rest.join(" ")}`);

  const pool = one("pool") ?? one("pool-name") ?? (flag("single-use") ? "default" : undefined);
  if (pool !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(pool)) problems.push("--pool must be 1 to 200 characters");
  if (flag("clone-git-repos") && (pool === undefined || pool === "default")) {
    problems.push("--clone-git-repos requires --pool with a name");
  }
  const workerId = one("worker-id");
  if (workerId !== undefined && !WorkerId.safeParse(workerId).success) {
    problems.push("the worker id can only contain letters, digits and . _ : -");
  }
  const endpoint = one("endpoint") ?? defaults.endpoint;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    problems.push("--endpoint must be an http or https URL");
  }
  const workerDirs = many("worker-dir").map((dir) => resolve(defaults.cwd, dir));
  if (workerDirs.length > 20) problems.push("--worker-dir can be specified at most 20 times");
  const labels = many("label");
  const labelsFile = labels.length > 0 ? one("labels-file", "option") : one("labels-file");
  if (labels.length > 0 && labelsFile !== undefined) problems.push("specify either --label or --labels-file");

  const seconds = one("idle-release-timeout") ?? (pool === undefined ? "0" : "3600");
  if (!/^[0-9]{1,9}$/.test(seconds)) problems.push("--idle-release-timeout must be an integer number of seconds");
  const managed = one("management-addr");
  const management = managed === undefined ? undefined : parseAddress(managed);
  if (managed !== undefined && management === undefined) problems.push("--management-addr must be host:port or :port");

  const file = one("auth-token-file");
  const token = one("auth-token");
  const key = one("api-key");
  const { prefix } = defaults;
  if (file === undefined && token === undefined && key === undefined) {
    problems.push(`specify --auth-token-file, --auth-token, --api-key or ${prefix}_API_KEY`);
  }
  if (problems.length > 0) throw new OptionsError(problems);
  return {
    command: command === "debug" ? "debug" : "start",
    workerDirs: workerDirs.length > 0 ? workerDirs : [defaults.cwd],
    pool,
    name: one("name")?.trim() || hostname(),
    workerId,
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ""),
    credential:
      file !== undefined
        ? { kind: "file", path: resolve(defaults.cwd, file) }
        : token !== undefined
          ? { kind: "token", text: token }
          : { kind: "key", text: key ?? "" },
    labels,
    labelsFile: labelsFile === undefined ? undefined : resolve(defaults.cwd, labelsFile),
    idleReleaseTimeout: Number(seconds),
    management,
    onSessionStart: one("on-session-start"),
    onSessionEnd: one("on-session-end"),
    verbose: flag("verbose") || flag("debug"),
    json: flag("json"),
  };
}

/** Returns the worker's credential. A token file is read on every call. Throws if it can't be read or is empty. */
export async function readCredential(credential: WorkerOptions["credential"]): Promise<string> {
  if (credential.kind !== "file") return credential.text;
  const text = (await readFile(credential.path, "utf8")).trim();
  if (text === "") throw new Error(`${credential.path} is empty`);
  return text;
}
