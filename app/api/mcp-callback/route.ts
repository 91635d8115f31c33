import { finishMcpConnection } from "@/lib/contract/agents/finish-mcp-connection";
import { roleAllows } from "@/lib/contract/operation";
import { systemClock } from "@/lib/core/clock";
import { rejectForeignHost } from "@/lib/server/auth/request-origin";
import { currentUser } from "@/lib/server/auth/session";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { recordAudit } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { takeMcpFlow } from "@/lib/server/db/mcp-flows";
import { auditTrail } from "@/lib/server/gateway/audit-trail";
import { mcpResultPath, mcpStateHash } from "@/lib/server/mcp/connection-flow";
import { callService } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const failed = { status: 500, code: "internal_error", message: "Internal error." };

export const dynamic = "force-dynamic";

/** Receives the authorization server's redirect: only from the signed-in user who started the connection. */
async function handle(request: Request): Promise<Response> {
  const { webUrl } = dashboardSettings();
  const foreign = rejectForeignHost(request.headers, webUrl);
  if (foreign) return foreign;
  const show = (outcome: string) => {
    const location = new URL(`${mcpResultPath}?outcome=${outcome}`, webUrl).href;
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  };
  const user = await currentUser({ fresh: true });
  if (!user || !roleAllows(user.role, finishMcpConnection.role)) return show("signed-out");
  const { state = "", ...response } = Object.fromEntries(new URL(request.url).searchParams);
  const flow = { stateHash: mcpStateHash(state), userId: user.id };
  if (!(await takeMcpFlow(await dashboardStore(), flow, new Date(systemClock.now())))) return show("expired");
  const { path } = finishMcpConnection;
  const requestId = dashboardService().ids.uuid();
  const call = { match: { operation: finishMcpConnection, params: {} }, user, path, requestId };
  const audited = auditTrail(call, systemClock, async (entry) => recordAudit(await dashboardStore(), entry));
  await audited.intent();
  try {
    const finish = { params: {}, body: { state, response }, requestId, acting: { user } };
    const done = await callService(finishMcpConnection, finish);
    await audited.outcome({ status: 200, response: Response.json({ id: done.id }) });
    return show("connected");
  } catch (error) {
    dashboardLog().info({ err: error, requestId }, "couldn't finish connecting an MCP server");
    const { status, code, message } = error instanceof UpstreamError ? error : failed;
    await audited.outcome({ status, error: { status, code, message } });
    return show("failed");
  }
}

export { handle as GET };
