import { randomBytes } from "node:crypto";
import { finishGitHubApp } from "@/lib/contract/admin/github-apps/finish-github-app";
import { startGitHubApp } from "@/lib/contract/admin/github-apps/start-github-app";
import { roleAllows } from "@/lib/contract/operation";
import { systemClock } from "@/lib/core/clock";
import { readBody } from "@/lib/core/http/request-body";
import { isSameOrigin, rejectForeignHost } from "@/lib/server/auth/request-origin";
import { currentUser } from "@/lib/server/auth/session";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { recordAudit } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { addMcpFlow } from "@/lib/server/db/mcp-flows";
import { auditTrail } from "@/lib/server/gateway/audit-trail";
import { finishRedirect } from "@/lib/server/gateway/finish-redirect";
import { gitHubAppPath, gitHubSettings, showGitHubResult } from "@/lib/server/github/github-flow";
import { manifestPage } from "@/lib/server/github/manifest-page";
import { mcpStateHash } from "@/lib/server/mcp/connection-flow";
import { callService } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const dynamic = "force-dynamic";

const maxBytes = 8 * 1024;
const failed = { status: 500, code: "internal_error", message: "Internal error." };

/** Receives GitHub's redirect after an admin created the app. */
export const GET = (request: Request): Promise<Response> =>
  finishRedirect(request, finishGitHubApp, {
    send: ({ state = "", code = "" }, { requestId }) =>
      callService(finishGitHubApp, { params: {}, body: { state, code }, requestId }),
    show: showGitHubResult("created"),
  });

/** Starts creating an app: returns a page that posts the manifest to GitHub. */
export async function POST(request: Request): Promise<Response> {
  const { webUrl } = dashboardSettings();
  const foreign = rejectForeignHost(request.headers, webUrl);
  if (foreign) return foreign;
  const user = await currentUser({ fresh: true });
  if (!user || !roleAllows(user.role, startGitHubApp.role)) return gitHubSettings("signed-out");
  if (!isSameOrigin(request.headers, webUrl)) return new Response("Cross-origin request", { status: 403 });
  const read = await readBody(request, maxBytes, systemClock);
  const form = new URLSearchParams("body" in read ? read.body.toString("utf8") : "");
  const organization = form.get("organization")?.trim() ?? "";
  const host = form.get("host")?.trim().toLowerCase() ?? "";
  const body = startGitHubApp.body?.safeParse({
    host,
    redirectUrl: new URL(gitHubAppPath, webUrl).href,
    ...(organization === "" ? {} : { organization }),
  });
  if (!body?.success) return gitHubSettings("invalid");
  const requestId = dashboardService().ids.uuid();
  const call = { match: { operation: startGitHubApp, params: {} }, user, path: startGitHubApp.path, requestId };
  const audited = auditTrail({ ...call, detail: { host } }, systemClock, async (entry) =>
    recordAudit(await dashboardStore(), entry),
  );
  await audited.intent();
  try {
    const started = await callService(startGitHubApp, { params: {}, body: body.data, requestId });
    const flow = { stateHash: mcpStateHash(started.state), userId: user.id };
    const expiresAt = new Date(started.expiresAt);
    await addMcpFlow(await dashboardStore(), { ...flow, expiresAt }, new Date(systemClock.now()));
    await audited.outcome({ status: 201, response: Response.json({}) });
    return manifestPage(started, host, randomBytes(16).toString("base64"));
  } catch (error) {
    dashboardLog().info({ err: error, requestId }, "couldn't start creating a GitHub App");
    const { status, code, message } = error instanceof UpstreamError ? error : failed;
    await audited.outcome({ status, error: { status, code, message } });
    return gitHubSettings(code === "github_app_exists" ? "exists" : "created-failed");
  }
}
