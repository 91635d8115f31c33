import { type ArtifactList, ArtifactListResponse } from "@/lib/contract/worker-protocol/artifact-exchange";
import { runPath } from "@/lib/contract/worker-protocol/limits";
import { AgentGitResponse, McpTokenResponse, WireRunSpec } from "@/lib/contract/worker-protocol/run-parts";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import { RunFailure } from "@/runner/limits/run-failure";
import type { Assignment } from "./spool";

/** The service rejected a request; retrying won't help. */
export class ServiceApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "ServiceApiError";
  }
}

const initialBackoffMs = 100;
const maxBackoffMs = 3_000;

/** Retries while the service is unreachable or failing, until `signal` aborts. */
async function retryUntilAborted<T>(
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let backoffMs = initialBackoffMs; ; backoffMs = Math.min(maxBackoffMs, backoffMs * 2)) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ServiceApiError || signal.aborted) throw error;
      log.info({ err: error }, "couldn't reach the service; retrying");
      await sleep(clock, backoffMs, signal);
    }
  }
}

/** The worker's HTTP requests to the service, for data too large for its WebSocket connection. */
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
  async function send(path: string, token: string, signal: AbortSignal, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const response = await fetch(`${endpoint}${path}`, { ...init, headers, signal, redirect: "error" });
    if (response.ok) return response;
    const text = (await response.text()).slice(0, 1_000);
    const message = `${path} returned ${response.status}: ${text}`;
    if (response.status >= 500 || response.status === 429) throw new Error(message);
    throw new ServiceApiError(response.status, message);
  }

  return {
    specification({ runId, token }: Assignment, signal: AbortSignal): Promise<WireRunSpec> {
      return retryUntilAborted({ clock, log, signal }, async () => {
        const response = await send(runPath.specification(workerId, runId), token, signal);
        return WireRunSpec.parse(await response.json());
      });
    },
    /** The access token of a connected MCP server. Throws `RunFailure` `mcp_not_connected` if the service has none. */
    async mcpToken(
      { runId, token }: Assignment,
      request: { server: string; rejected: string | undefined },
      signal: AbortSignal,
    ): Promise<string> {
      try {
        return await retryUntilAborted({ clock, log, signal }, async () => {
          const headers = { "content-type": "application/json" };
          const init = { method: "POST", body: JSON.stringify(request), headers };
          const response = await send(runPath.mcpToken(workerId, runId), token, signal, init);
          return McpTokenResponse.parse(await response.json()).token;
        });
      } catch (error) {
        if (!(error instanceof ServiceApiError) || error.status !== 409) throw error;
        const message = `MCP server "${request.server}" isn't connected`;
        throw new RunFailure("mcp_not_connected", message);
      }
    },
    /** A read-only git credential for the agent's own commands. */
    agentGit({ runId, token }: Assignment, signal: AbortSignal): Promise<{ username: string; password: string }> {
      return retryUntilAborted({ clock, log, signal }, async () => {
        const response = await send(runPath.agentGit(workerId, runId), token, signal, { method: "POST" });
        return AgentGitResponse.parse(await response.json());
      });
    },
    /** Sends the list of artifacts. Returns the digests whose content is missing. */
    listArtifacts({ runId, token }: Assignment, list: ArtifactList, signal: AbortSignal): Promise<string[]> {
      return retryUntilAborted({ clock, log, signal }, async () => {
        const init = {
          method: "PUT",
          body: JSON.stringify(list),
          headers: { "content-type": "application/json" },
        };
        const response = await send(runPath.artifacts(workerId, runId), token, signal, init);
        return ArtifactListResponse.parse(await response.json()).missing;
      });
    },
    /** Uploads an artifact's content. `read` is called for each attempt. */
    async sendContent(
      { runId, token }: Assignment,
      content: { digest: string; read(): ReadableStream<Uint8Array> },
      signal: AbortSignal,
    ): Promise<void> {
      await retryUntilAborted({ clock, log, signal }, async () => {
        const headers = { "content-type": "application/octet-stream" };
        const init: RequestInit & { duplex: "half" } = { method: "PUT", body: content.read(), headers, duplex: "half" };
        await send(runPath.content(workerId, runId, content.digest), token, signal, init);
      });
    },
  };
}

export type ServiceApi = ReturnType<typeof createServiceApi>;
