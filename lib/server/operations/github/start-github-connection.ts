import { startGitHubConnection } from "@/lib/contract/agents/start-github-connection";
import { systemClock } from "@/lib/core/clock";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { addMcpFlow } from "@/lib/server/db/mcp-flows";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { gitHubConnectionPath } from "@/lib/server/github/github-flow";
import { mcpStateHash } from "@/lib/server/mcp/connection-flow";
import { callService } from "@/lib/server/upstream/call-service";

/** Starts connecting a user's GitHub account, who returns to this dashboard. Only that user can finish it. */
export const startGitHubConnectionOperation = implementOperation(
  startGitHubConnection,
  async ({ body, user, requestId }) => {
    const redirectUrl = new URL(gitHubConnectionPath, dashboardSettings().webUrl).href;
    const call = { params: {}, body: { ...body, redirectUrl }, requestId, acting: { user } };
    const started = await callService(startGitHubConnection, call);
    if (new URL(started.authorizationUrl).protocol !== "https:") {
      const message = "The service returned an invalid authorization address.";
      throw new OperationError({ status: 502, code: "upstream_malformed", message });
    }
    const flow = { stateHash: mcpStateHash(started.state), userId: user.id };
    const expiresAt = new Date(started.expiresAt);
    await addMcpFlow(await dashboardStore(), { ...flow, expiresAt }, new Date(systemClock.now()));
    return started;
  },
);
