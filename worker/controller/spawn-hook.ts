import { spawn } from "node:child_process";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";

/** A worker to start. */
export interface Launch {
  workerId: string;
  /** Undefined in warm mode. */
  request?: PendingRequest | undefined;
  pool: string;
  credential: { apiKey: string } | { token: string; expiresAt: string };
  endpoint: string;
  /** Set to wake an existing worker, whose workspace may still exist. */
  wake?: { timeoutMs: number } | undefined;
}

/** Returns the hook program's environment variables, with the service's prefix. */
export function hookVariables(launch: Launch, prefix: string): Record<string, string> {
  const { workerId, request, pool, credential, endpoint, wake } = launch;
  const urls = request?.repoUrls ?? (request?.repoUrl === undefined ? [] : [request.repoUrl]);
  const variables: Record<string, string | undefined> = {
    REQUEST_ID: request?.id,
    USER_ID: request && String(request.userId),
    REPO_URL: request?.repoUrl,
    REPO_OWNER: request?.repoOwner,
    REPO_NAME: request?.repoName,
    REPO_URLS: JSON.stringify(urls),
    POOL: pool,
    AGENT_WORKER_ID: workerId,
    WORKER_NAME: workerId,
    WORKER_POOL_NAME: pool,
    API_URL: endpoint,
    API_ENDPOINT: endpoint,
    ...("apiKey" in credential
      ? { API_KEY: credential.apiKey }
      : { AUTH_TOKEN: credential.token, AUTH_TOKEN_EXPIRES_AT: credential.expiresAt }),
    ...(wake ? { WAKE: "1", WAKE_TIMEOUT_MS: String(wake.timeoutMs) } : {}),
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[`${prefix}_${name}`, value]])),
  );
}

/** Returns the hook's environment: the controller's, minus the service's variables, which may include its key. */
export function hookEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  launch: Launch,
  prefix: string,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(environment).filter(([name]) => !name.startsWith(`${prefix}_`));
  return { NODE_ENV: process.env.NODE_ENV, ...Object.fromEntries(inherited), ...hookVariables(launch, prefix) };
}

/** Runs the hook program. Returns its exit code, or -1 if it couldn't be run or was killed by a signal. */
export function runSpawnHook(program: string, environment: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    // A separate process group, so that workers it starts outlive the controller.
    const child = spawn(program, [], { env: environment, stdio: ["ignore", 2, 2], detached: true });
    child.once("error", () => resolve(-1));
    child.once("exit", (code) => resolve(code ?? -1));
  });
}
