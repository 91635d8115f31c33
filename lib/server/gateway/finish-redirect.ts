import "server-only";
import { type Operation, roleAllows } from "@/lib/contract/operation";
import { systemClock } from "@/lib/core/clock";
import { rejectForeignHost } from "@/lib/server/auth/request-origin";
import { currentUser } from "@/lib/server/auth/session";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { recordAudit } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { takeMcpFlow } from "@/lib/server/db/mcp-flows";
import { mcpStateHash } from "@/lib/server/mcp/connection-flow";
import type { Acting } from "@/lib/server/upstream/client/service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { auditTrail } from "./audit-trail";

const failed = { status: 500, code: "internal_error", message: "Internal error." };

interface Finish {
  /** Calls the operation with the redirect's query. */
  send(query: Record<string, string>, call: { requestId: string; acting: Acting }): Promise<unknown>;
  /** Redirects to the page that shows the result. */
  show(result: "signed-out" | "expired" | "done" | "failed"): Response;
}

/**
 * Receives a redirect from another server: only from the signed-in user who started the flow, whose role still allows it. Calls
 * the operation, audited, and shows the result.
 */
export async function finishRedirect(
  request: Request,
  operation: Operation,
  { send, show }: Finish,
): Promise<Response> {
  const foreign = rejectForeignHost(request.headers, dashboardSettings().webUrl);
  if (foreign) return foreign;
  const user = await currentUser({ fresh: true });
  if (!user || !roleAllows(user.role, operation.role)) return show("signed-out");
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const flow = { stateHash: mcpStateHash(query.state ?? ""), userId: user.id };
  if (!(await takeMcpFlow(await dashboardStore(), flow, new Date(systemClock.now())))) return show("expired");
  const requestId = dashboardService().ids.uuid();
  const call = { match: { operation, params: {} }, user, path: operation.path, requestId };
  const audited = auditTrail(call, systemClock, async (entry) => recordAudit(await dashboardStore(), entry));
  await audited.intent();
  try {
    await send(query, { requestId, acting: { user } });
    await audited.outcome({ status: operation.success, response: Response.json({}) });
    return show("done");
  } catch (error) {
    dashboardLog().info({ err: error, requestId, operation: operation.id }, "couldn't finish a redirect");
    const { status, code, message } = error instanceof UpstreamError ? error : failed;
    await audited.outcome({ status, error: { status, code, message } });
    return show("failed");
  }
}
