/** The settings that start a worker for this service. The key is masked. */
export interface WorkerStart {
  endpoint: string;
  /** Prefix of the worker's environment variables. */
  prefix: string;
  maskedKey: string;
}

interface StartOptions {
  pool?: string | undefined;
  workerId?: string | undefined;
  /** Labels in addition to those derived from pool and checkout. */
  labels?: readonly { key: string; value: string }[];
  /** `owner/name`: the worker only serves this repository. */
  repository?: string | undefined;
  /** The token to use instead of the API key. */
  token?: string | undefined;
  /** The worker keeps running while it is idle. By default it exits after an hour. */
  staysIdle?: boolean;
}

export type WorkerPlatform = "linux" | "macos" | "windows" | "docker";

/** The folder of workers that are started with a printed command. */
export const startFolder = "~/slipway-worker";
/** In place of a session token, which is shown separately. */
export const sessionTokenPlaceholder = "<session token>";
const imageFolder = "/work";

/** A shell argument, quoted if necessary. */
function shellArgument(text: string): string {
  return /^[A-Za-z0-9_./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Creates the worker's folder. Its `origin` determines the repository that the worker serves. */
function prepareFolder(folder: string, { endpoint }: WorkerStart, repository: string | undefined): string {
  if (repository === undefined) return `mkdir -p ${folder}`;
  const origin = shellArgument(`${endpoint}/${repository}.git`);
  return `git init -q ${folder} && git -C ${folder} config remote.origin.url ${origin}`;
}

function credential(start: WorkerStart, { token }: StartOptions): string {
  return token === undefined ? `${start.prefix}_API_KEY='${start.maskedKey}'` : `${start.prefix}_AUTH_TOKEN='${token}'`;
}

/** Arguments after `slipway worker`. `folder` isn't quoted, so that the shell expands `~`. */
function workerArguments(start: WorkerStart, options: StartOptions, folder: string): string {
  const { pool, workerId, labels = [], staysIdle = false } = options;
  return [
    ...(pool === undefined ? [] : ["--pool", shellArgument(pool)]),
    ...(workerId === undefined ? [] : ["--worker-id", shellArgument(workerId)]),
    ...labels.flatMap(({ key, value }) => ["--label", shellArgument(`${key}=${value}`)]),
    "--worker-dir",
    folder,
    ...(staysIdle ? ["--idle-release-timeout", "0"] : []),
    "--endpoint",
    shellArgument(start.endpoint),
    "start",
  ].join(" ");
}

/** The command that starts a worker on Linux or macOS, run in a checkout of this project. */
export function startCommand(start: WorkerStart, options: StartOptions): string {
  const { repository } = options;
  const folder = repository === undefined ? startFolder : `${startFolder}/${shellArgument(repository)}`;
  return [
    prepareFolder(folder, start, repository),
    `${credential(start, options)} npm run worker -- ${workerArguments(start, options, folder)}`,
  ].join(" && ");
}

/** The same command for Windows, where workers run in the Windows Subsystem for Linux. */
function windowsCommand(command: string): string {
  return `wsl -- bash -lc "${command.replace(/["\\$`]/g, "\\$&")}"`;
}

/** Builds the image and starts a worker in a container. The sandbox needs the user namespaces that default profiles deny. */
function dockerCommand(start: WorkerStart, options: StartOptions): string {
  const profiles = ["seccomp", "apparmor", "systempaths"].map((name) => `--security-opt ${name}=unconfined`);
  const worker = `slipway worker ${workerArguments(start, options, imageFolder)}`;
  const run = [
    "docker run -d --init --restart unless-stopped --network host",
    ...profiles,
    `-e DATA_DIR=${imageFolder}/data -v slipway-worker:${imageFolder} -e ${credential(start, options)}`,
  ].join(" ");
  if (options.repository === undefined)
    return `docker build -t slipway . && ${run} slipway ${worker.slice("slipway ".length)}`;
  const inside = `${prepareFolder(imageFolder, start, options.repository)} && exec ${worker}`;
  return `docker build -t slipway . && ${run} --entrypoint sh slipway -c ${shellArgument(inside)}`;
}

/** The complete command that adds a worker, run in a checkout of this project. */
export function addWorkerCommand(platform: WorkerPlatform, start: WorkerStart, options: StartOptions): string {
  const lasting = { ...options, staysIdle: true };
  if (platform === "docker") return dockerCommand(start, lasting);
  const command = startCommand(start, lasting);
  return platform === "windows" ? windowsCommand(command) : command;
}

/** Whether workers can only reach the service from the machine it runs on. */
export function isLocalOnly({ endpoint }: WorkerStart): boolean {
  return /^(localhost|127\.[0-9.]+|\[::1\])$/.test(new URL(endpoint).hostname);
}
