/** What a worker needs to be started against this service; the key is masked. */
export interface WorkerStart {
  endpoint: string;
  /** Prefix of the worker's variables. */
  prefix: string;
  maskedKey: string;
}

interface StartOptions {
  pool?: string | undefined;
  workerId?: string | undefined;
  /** Labels beside those that follow from the pool and the checkout. */
  labels?: readonly { key: string; value: string }[];
  /** `owner/name`: the worker has to run in a checkout of it. */
  repository?: string | undefined;
  /** With a session token of its own the worker needs no key. */
  withToken?: boolean;
}

/** A word of a shell command, quoted where it has to be. */
function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The command that starts a worker, as it is typed in a checkout of this project. */
export function startCommand(start: WorkerStart, given: StartOptions): string {
  const { pool, workerId, labels = [], repository, withToken = false } = given;
  const options = [
    ...(pool === undefined ? [] : ["--pool", pool]),
    ...(workerId === undefined ? [] : ["--worker-id", workerId]),
    ...labels.flatMap(({ key, value }) => ["--label", `${key}=${value}`]),
    "--worker-dir",
    repository === undefined ? "/srv/work" : `/srv/checkouts/${repository}`,
    "--endpoint",
    start.endpoint,
  ];
  const credential = withToken
    ? `${start.prefix}_AUTH_TOKEN='<session token>'`
    : `${start.prefix}_API_KEY='${start.maskedKey}'`;
  return `${credential} npm run worker -- ${options.map(shellWord).join(" ")} start`;
}
