import { startMcpConnection } from "@/lib/contract/agents/start-mcp-connection";
import { systemClock } from "@/lib/core/clock";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { addMcpFlow } from "@/lib/server/db/mcp-flows";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { mcpCallbackPath, mcpStateHash } from "@/lib/server/mcp/connection-flow";
import { callService } from "@/lib/server/upstream/call-service";

/** Starts connecting an MCP server for a user, who returns to this dashboard. Only that user can finish it. */
export const startMcpConnectionOperation = implementOperation(startMcpConnection, async ({ body, user, requestId }) => {
  const redirectUrl = new URL(mcpCallbackPath, dashboardSettings().webUrl).href;
  const call = { params: {}, body: { ...body, redirectUrl }, requestId, acting: { user } };
  const started = await callService(startMcpConnection, call);
  const { protocol } = new URL(started.authorizationUrl);
  if (protocol !== "https:" && protocol !== "http:") {
    const message = "The service returned an invalid authorization address.";
    throw new OperationError({ status: 502, code: "upstream_malformed", message });
  }
  const flow = { stateHash: mcpStateHash(started.state), userId: user.id };
  const expiresAt = new Date(started.expiresAt);
  await addMcpFlow(await dashboardStore(), { ...flow, expiresAt }, new Date(systemClock.now()));
  return started;
});
