import type { CallInput } from "@/lib/contract/call";
import { callPath } from "@/lib/contract/client-path";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { sleep } from "@/lib/core/sleep";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { CommandError, isUnreachable, toCommandError } from "./command-error";
import { localToken } from "./local-token";

type ConnectionInput<O extends Operation> = Pick<CallInput<O>, "params" | "query" | "body">;

/** A dashboard, called with an API token. */
export interface DashboardConnection {
  /** Origin of the dashboard. */
  url: string;
  /** The dashboard's proxy has the API of the service. */
  service: Service;
  /** Calls an operation. Throws {@link CommandError}. */
  call<O extends Operation>(operation: O, input: ConnectionInput<O>): Promise<ResponseOf<O>>;
  /** Like `call`, for a change that is made once even if it is requested twice. A lost response is requested again. */
  callTwice<O extends Operation>(operation: O, input: ConnectionInput<O>): Promise<ResponseOf<O>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ConnectionOptions {
  url?: string | undefined;
  token?: string | undefined;
}

/** Unlike those of the system clock, its timers keep the process running while a command waits. */
const clock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const retryPauseMs = 1_000;

/** Makes a call, and once again if its response is lost. Then the change may have been made whatever happens to the second call. */
async function twice<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isUnreachable(error) || error.neverSent) throw error;
    await sleep(clock, retryPauseMs);
    return call().catch((again: unknown) => {
      throw isUnreachable(again) ? error : again;
    });
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && ["http:", "https:"].includes(url.protocol) && url.pathname === "/" && !url.search;
  if (!isOrigin) throw new CommandError(`${text} isn't the URL of a dashboard, such as https://slipway.example.com`);
  return url.origin;
}

function connect(url: string, token: string): DashboardConnection {
  const service: Service = {
    address: { base: `${url}/api`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => `Bearer ${token}` },
    clock,
    ids: systemIds,
  };
  const request = <O extends Operation>(operation: O, { params, query, body }: ConnectionInput<O>) =>
    callWith(service, operation, { path: callPath(operation, params, query), body });
  const orThrow = <T>(operation: Operation, response: Promise<T>): Promise<T> =>
    response.catch((error: unknown) => {
      throw toCommandError(error, { url, changes: operation.method !== "GET" });
    });
  return {
    url,
    service,
    call: async (operation, input) => orThrow(operation, request(operation, input)),
    callTwice: async (operation, input) =>
      orThrow(
        operation,
        twice(() => request(operation, input)),
      ),
  };
}

/**
 * The dashboard to use: the one that is configured, or the one that runs on the data folder of this machine. A token is
 * never sent to an address from the data folder, which a cloned repository could contain.
 */
export async function openConnection(
  options: ConnectionOptions,
  environment: Environment,
): Promise<DashboardConnection> {
  const url = options.url ?? environment.SLIPWAY_URL;
  const token = options.token ?? environment.SLIPWAY_TOKEN;
  if (url && token) {
    if (/[^\x21-\x7e]/.test(token)) throw new CommandError("the API token contains spaces or other invalid characters");
    return connect(originOf(url), token);
  }
  if (url)
    throw new CommandError("SLIPWAY_TOKEN isn't set. Create a token in the dashboard, in Settings → API tokens.");
  if (token) throw new CommandError("SLIPWAY_URL isn't set. Set it to the address of the dashboard.");
  const { DATABASE_URL: databaseUrl, WEB_URL: webUrl, DATA_DIR: dataDir = ".data" } = environment;
  if (!databaseUrl || !webUrl) {
    throw new CommandError(
      `Slipway isn't running on ${dataDir}. Start it, or set SLIPWAY_URL and SLIPWAY_TOKEN. Create a token in Settings → API tokens.`,
    );
  }
  const local = originOf(webUrl);
  return connect(local, await localToken({ dataDir, databaseUrl, isAccepted: (text) => isAccepted(local, text) }));
}

async function isAccepted(url: string, token: string): Promise<boolean> {
  const response = await fetch(`${url}/api/dashboard/tokens`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
  }).catch(() => undefined);
  if (!response) throw new CommandError(`couldn't connect to ${url}. Check that Slipway is running.`);
  await response.body?.cancel();
  return response.status !== 401;
}
