import { finishMcpConnection } from "@/lib/contract/agents/finish-mcp-connection";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { finishRedirect } from "@/lib/server/gateway/finish-redirect";
import { mcpResultPath } from "@/lib/server/mcp/connection-flow";
import { callService } from "@/lib/server/upstream/call-service";

export const dynamic = "force-dynamic";

/** Receives the authorization server's redirect after a user connected an MCP server. */
export const GET = (request: Request): Promise<Response> =>
  finishRedirect(request, finishMcpConnection, {
    send: ({ state = "", ...response }, call) =>
      callService(finishMcpConnection, { params: {}, body: { state, response }, ...call }),
    show(result) {
      const outcome = result === "done" ? "connected" : result;
      const location = new URL(`${mcpResultPath}?outcome=${outcome}`, dashboardSettings().webUrl).href;
      return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
    },
  });
