import "server-only";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { callPath } from "@/lib/contract/client-path";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { agentNames } from "@/lib/server/db/agent-rows";
import type { AgentScope } from "@/lib/server/db/agent-scope";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import type { ApiError } from "@/lib/server/gateway/api-error";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createViewers, type ReadViewer } from "./agent-viewer";

declare global {
  interface Dashboard {
    agentViewers?: ReadViewer | undefined;
  }
}

type Reader = Parameters<ReadViewer>[0];

/**
 * The agents that a user sees, for reads of the index. While the service can't be reached, with the access it reported last:
 * it can't have changed there without the service.
 */
export async function agentScopeOf(user: Reader): Promise<AgentScope> {
  dashboard.agentViewers ??= createViewers(dashboardService(), dashboardStore);
  const source = indexSource(dashboardSettings());
  try {
    return { source, viewer: await dashboard.agentViewers(user) };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status < 500) throw error;
    dashboardLog().warn({ err: error }, "couldn't read a user's access, so the last one applies");
    return { source, viewer: { id: user.id, seesAll: false } };
  }
}

const notOwn: ApiError = {
  status: 403,
  code: "role_forbidden",
  message: "Only the agent's user and admins can do this.",
};

/**
 * Why a user can't use an agent, as the service says now: 404 `agent_not_found` if they can't see it, 403 `role_forbidden` if
 * `needed` is `own` and they can't prompt it. While the service can't be reached, an agent can be read as it said last.
 */
export async function agentProblem(
  user: Reader,
  id: string,
  needed: "read" | "own" = "read",
): Promise<ApiError | undefined> {
  const scope = await agentScopeOf(user);
  if (scope.viewer?.seesAll) return undefined;
  try {
    const path = callPath(getAgent, { id });
    const { viewerAccess } = await callWith(dashboardService(), getAgent, { path, acting: { user } });
    return needed === "own" && viewerAccess !== "own" ? notOwn : undefined;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { status, code, message, retryAfterMs } = error;
    if (needed === "read" && status >= 500) {
      const known = await agentNames(await dashboardStore(), scope, [id]);
      if (known.length > 0) return undefined;
    }
    return { status, code, message, retryAfterMs };
  }
}

/** Throws {@link OperationError} with the {@link agentProblem}. */
export async function requireAgent(user: Reader, id: string, needed: "read" | "own"): Promise<void> {
  const problem = await agentProblem(user, id, needed);
  if (problem) throw new OperationError(problem);
}
