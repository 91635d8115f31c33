import { spawn } from "node:child_process";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";

/** A worker that is to be started. */
export interface Launch {
  workerId: string;
  /** Absent in warm mode. */
  request?: PendingRequest | undefined;
  pool: string;
  credential: { apiKey: string } | { token: string; expiresAt: string };
  endpoint: string;
  /** The worker is known and was let go: its workspace may be waiting. */
  wake?: { timeoutMs: number } | undefined;
}

/** What the hook program is told, under the service's own prefix. */
export function hookVariables(launch: Launch, prefix: string): Record<string, string> {
  const { workerId, request, pool, credential, endpoint, wake } = launch;
  const urls = request?.repoUrls ?? (request?.repoUrl === undefined ? [] : [request.repoUrl]);
  const told: Record<string, string | undefined> = {
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
    Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [[`${prefix}_${name}`, value]])),
  );
}

/** The environment of the hook: the controller's own without the service's variables, which could hold its key. */
export function hookEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  launch: Launch,
  prefix: string,
): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !name.startsWith(`${prefix}_`));
  return { NODE_ENV: process.env.NODE_ENV, ...Object.fromEntries(own), ...hookVariables(launch, prefix) };
}

/** Runs the hook program to its end. Answers its exit code; -1 when it could not be run or was ended by a signal. */
export function runSpawnHook(program: string, environment: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    // In a group of its own: what it starts outlives the controller.
    const child = spawn(program, [], { env: environment, stdio: ["ignore", 2, 2], detached: true });
    child.once("error", () => resolve(-1));
    child.once("exit", (code) => resolve(code ?? -1));
  });
}
