import { resolve } from "node:path";
import { type OptionSpec, OptionsError, readArguments } from "../arguments";

export interface ControllerOptions {
  endpoint: string;
  apiKey: string;
  /** Absolute path of the hook program. */
  spawn: string;
  /** Names of pools; `undefined` means every pool. */
  pools: readonly string[] | undefined;
  repository: string | undefined;
  sessionToken: boolean;
  /** Warm mode: so many idle workers are kept in the one pool. */
  warmIdle: number | undefined;
  stateDir: string;
}

export const controllerOptions = {
  spawn: { value: "path", about: "program that starts a worker; required" },
  pool: { value: "name", repeat: true, about: "pool to serve; may be repeated" },
  "all-pools": { about: "serve every pool" },
  repository: { value: "url", about: "for keys that are good for one repository" },
  "session-token": { about: "claim with a session token, so that the worker's machine never holds the service key" },
  "warm-idle": { value: "n", about: "warm mode: claim nothing, keep n idle workers in the one --pool" },
  "state-dir": {
    value: "dir",
    about: "where claims are noted until their worker is started (default: .<service>-controller here)",
  },
  "api-key": { value: "key", variable: "API_KEY", about: "service-account key" },
  endpoint: { value: "url", short: "e", variable: "API_ENDPOINT", about: "address of the service" },
} as const satisfies Record<string, OptionSpec>;

/** Reads what a controller was started with. Throws {@link OptionsError} with everything that is wrong. */
export function readControllerOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaults: { prefix: string; endpoint: string; cwd: string },
): ControllerOptions {
  const { given, words, problems } = readArguments(argv, {
    options: controllerOptions,
    unsupported: [],
    commands: ["start"],
    environment,
    prefix: defaults.prefix,
  });
  const { one, many, flag } = given;
  if (words.some((word, index) => index > 0 || word !== "start")) problems.push(`unexpected: ${words.join(" ")}`);
  const spawn = one("spawn");
  if (spawn === undefined) problems.push("--spawn is needed");
  const pools = many("pool");
  if (pools.length > 0 === flag("all-pools")) problems.push("give --pool or --all-pools, and not both");
  const warm = one("warm-idle");
  if (warm !== undefined) {
    if (!/^[0-9]{1,4}$/.test(warm)) problems.push("--warm-idle must be a whole number");
    if (pools.length !== 1) problems.push("--warm-idle needs one --pool");
    if (flag("session-token")) problems.push("--session-token is for claims, which --warm-idle makes none of");
  }
  const apiKey = one("api-key");
  if (apiKey === undefined) problems.push(`give --api-key or ${defaults.prefix}_API_KEY`);
  const endpoint = one("endpoint") ?? defaults.endpoint;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    problems.push("--endpoint must be an http or https URL");
  }
  const repository = one("repository");
  if (repository !== undefined && !URL.canParse(repository)) problems.push("--repository must be a URL");
  if (problems.length > 0) throw new OptionsError(problems);
  return {
    endpoint: endpoint.replace(/\/+$/, ""),
    apiKey: apiKey ?? "",
    spawn: resolve(defaults.cwd, spawn ?? ""),
    pools: pools.length > 0 ? pools : undefined,
    repository,
    sessionToken: flag("session-token"),
    warmIdle: warm === undefined ? undefined : Number(warm),
    stateDir: resolve(defaults.cwd, one("state-dir") ?? `.${defaults.prefix.toLowerCase()}-controller`),
  };
}
