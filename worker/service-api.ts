import { ArtifactAnswer, type ArtifactList } from "@/lib/contract/worker-protocol/artifact-exchange";
import { runPath } from "@/lib/contract/worker-protocol/limits";
import { WireRunSpec } from "@/lib/contract/worker-protocol/run-parts";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import type { Assignment } from "./spool";

/** The service answered, and would answer the same again. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "ApiRefusal";
  }
}

const firstPauseMs = 100;
const longestPauseMs = 3_000;

/** Does something again and again while the service can't be reached or has trouble, until `signal` aborts. */
async function persistently<T>(
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ApiRefusal || signal.aborted) throw error;
      log.info({ err: error }, "the service could not be asked; trying again");
      await sleep(clock, pause, signal);
    }
  }
}

/** What a worker asks of the service over HTTP, for what is too large for its connection. */
export function createServiceApi({
  endpoint,
  workerId,
  clock,
  log,
}: {
  endpoint: string;
  workerId: string;
  clock: Clock;
  log: Log;
}) {
  async function ask(path: string, token: string, signal: AbortSignal, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const response = await fetch(`${endpoint}${path}`, { ...init, headers, signal, redirect: "error" });
    if (response.ok) return response;
    const text = (await response.text()).slice(0, 1_000);
    const message = `${path} answered ${response.status}: ${text}`;
    if (response.status >= 500 || response.status === 429) throw new Error(message);
    throw new ApiRefusal(response.status, message);
  }

  return {
    specification({ runId, token }: Assignment, signal: AbortSignal): Promise<WireRunSpec> {
      return persistently({ clock, log, signal }, async () => {
        const response = await ask(runPath.specification(workerId, runId), token, signal);
        return WireRunSpec.parse(await response.json());
      });
    },
    /** Tells which artifacts there are; answers the digests whose contents are missing. */
    listArtifacts({ runId, token }: Assignment, list: ArtifactList, signal: AbortSignal): Promise<string[]> {
      return persistently({ clock, log, signal }, async () => {
        const init = {
          method: "PUT",
          body: JSON.stringify(list),
          headers: { "content-type": "application/json" },
        };
        const response = await ask(runPath.artifacts(workerId, runId), token, signal, init);
        return ArtifactAnswer.parse(await response.json()).missing;
      });
    },
    /** Brings one content; `read` is called for each attempt. */
    async sendContent(
      { runId, token }: Assignment,
      content: { digest: string; read(): ReadableStream<Uint8Array> },
      signal: AbortSignal,
    ): Promise<void> {
      await persistently({ clock, log, signal }, async () => {
        const headers = { "content-type": "application/octet-stream" };
        const init: RequestInit & { duplex: "half" } = { method: "PUT", body: content.read(), headers, duplex: "half" };
        await ask(runPath.content(workerId, runId, content.digest), token, signal, init);
      });
    },
  };
}

export type ServiceApi = ReturnType<typeof createServiceApi>;
