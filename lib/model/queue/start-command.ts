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
  /** `owner/name`; the worker must run in a checkout of it. */
  repository?: string | undefined;
  /** Use a session token instead of the API key. */
  withToken?: boolean;
  /** The token to use instead of the API key. */
  token?: string | undefined;
}

/** A shell argument, quoted if necessary. */
function shellArgument(text: string): string {
  return /^[A-Za-z0-9_./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The command that starts a worker, run in a checkout of this project. */
export function startCommand(start: WorkerStart, options: StartOptions): string {
  const { pool, workerId, labels = [], repository, withToken = false, token } = options;
  const args = [
    ...(pool === undefined ? [] : ["--pool", pool]),
    ...(workerId === undefined ? [] : ["--worker-id", workerId]),
    ...labels.flatMap(({ key, value }) => ["--label", `${key}=${value}`]),
    "--worker-dir",
    repository === undefined ? "/srv/work" : `/srv/checkouts/${repository}`,
    "--endpoint",
    start.endpoint,
  ];
  const credential =
    withToken || token !== undefined
      ? `${start.prefix}_AUTH_TOKEN='${token ?? "<session token>"}'`
      : `${start.prefix}_API_KEY='${start.maskedKey}'`;
  return `${credential} npm run worker -- ${args.map(shellArgument).join(" ")} start`;
}

/** The same command for Windows, where workers run in the Windows Subsystem for Linux. */
export function windowsCommand(command: string): string {
  return `wsl -- bash -lc "${command.replace(/["\\$`]/g, "\\$&")}"`;
}
