import { resolve } from "node:path";
import { type OptionSpec, OptionsError, readArguments } from "../arguments";

export interface ControllerOptions {
  endpoint: string;
  apiKey: string;
  /** Absolute path of the hook program. */
  spawn: string;
  /** Pool names; undefined: all pools. */
  pools: readonly string[] | undefined;
  repository: string | undefined;
  sessionToken: boolean;
  /** Warm mode: number of idle workers to keep in the pool. */
  warmIdle: number | undefined;
  stateDir: string;
}

export const controllerOptions = {
  spawn: { value: "path", about: "program that starts a worker (required)" },
  pool: { value: "name", repeat: true, about: "pool to serve (repeatable)" },
  "all-pools": { about: "serve every pool" },
  repository: { value: "url", about: "repository to serve; required with a repo-scoped key" },
  "session-token": { about: "start workers with a session token instead of the service-account key" },
  "warm-idle": { value: "n", about: "warm mode: keep n idle workers in the --pool and claim nothing" },
  "state-dir": {
    value: "dir",
    about: "where to record claims until their worker starts (default: ./.<service>-controller)",
  },
  "api-key": { value: "key", variable: "API_KEY", about: "service-account key" },
  endpoint: { value: "url", short: "e", variable: "API_ENDPOINT", about: "URL of the service" },
} as const satisfies Record<string, OptionSpec>;

/** Reads the controller's options. Throws {@link OptionsError} with all problems. */
export function readControllerOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaults: { prefix: string; endpoint: string; cwd: string },
): ControllerOptions {
  const { parsed, words, problems } = readArguments(argv, {
    options: controllerOptions,
    unsupported: [],
    commands: ["start"],
    environment,
    prefix: defaults.prefix,
  });
  const { one, many, flag } = parsed;
  if (words.some((word, index) => index > 0 || word !== "start"))
    problems.push(`unexpected arguments: ${words.join(" ")}`);
  const spawn = one("spawn");
  if (spawn === undefined) problems.push("--spawn is required");
  const pools = many("pool");
  if (pools.length > 0 === flag("all-pools")) problems.push("specify either --pool or --all-pools");
  const warm = one("warm-idle");
  if (warm !== undefined) {
    if (!/^[0-9]{1,4}$/.test(warm)) problems.push("--warm-idle must be an integer");
    if (pools.length !== 1) problems.push("--warm-idle requires exactly one --pool");
    if (flag("session-token")) problems.push("--session-token can't be used with --warm-idle, which claims nothing");
  }
  const apiKey = one("api-key");
  if (apiKey === undefined) problems.push(`specify --api-key or ${defaults.prefix}_API_KEY`);
  const endpoint = one("endpoint") ?? defaults.endpoint;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    problems.push("--endpoint must be an http or https URL");
  }
  const repository = one("repository");
  if (repository !== undefined && !URL.canParse(repository)) problems.push("--repository must be a URL");
  if (problems.length > 0) throw new OptionsError(problems);
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ""),
    apiKey: apiKey ?? "",
    spawn: resolve(defaults.cwd, spawn ?? ""),
    pools: pools.length > 0 ? pools : undefined,
    repository,
    sessionToken: flag("session-token"),
    warmIdle: warm === undefined ? undefined : Number(warm),
    stateDir: resolve(defaults.cwd, one("state-dir") ?? `.${defaults.prefix.toLowerCase()}-controller`),
  };
}
