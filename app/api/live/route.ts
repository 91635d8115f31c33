import { streamRun } from "@/lib/contract/agents/stream-run";
import { roleAllows } from "@/lib/contract/operation";
import { parseSubscriptions } from "@/lib/model/live/subscription";
import { rejectForeignHost } from "@/lib/server/auth/request-origin";
import { currentSessionToken, personOfSession } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { errorResponse } from "@/lib/server/gateway/api-error";
import { eventStreamHeaders } from "@/lib/server/gateway/relay-stream";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { dashboardHosting } from "@/lib/server/live/hosting/dashboard-hosting";
import { liveStream } from "@/lib/server/live/live-stream";
import { dashboardQueue } from "@/lib/server/live/queue/start-queue";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const dynamic = "force-dynamic";

/** The live channel: all of a browser's subscriptions in one event stream. */
export async function GET(request: Request): Promise<Response> {
  const requestId = dashboardService().ids.uuid();
  const foreign = rejectForeignHost(request.headers, dashboardSettings().webUrl);
  if (foreign) return foreign;
  const token = await currentSessionToken();
  const isAuthorized = async () => {
    const person = await personOfSession(token, { fresh: true });
    return person !== undefined && roleAllows(person.role, streamRun.role);
  };
  if (!(await isAuthorized())) {
    return errorResponse(
      "agents",
      { status: 401, code: "unauthorized", message: "Sign in to the dashboard." },
      requestId,
    );
  }
  const subscriptions = parseSubscriptions(new URL(request.url).searchParams.getAll("s"));
  if ("problem" in subscriptions) {
    return errorResponse(
      "agents",
      { status: 400, code: "validation_error", message: subscriptions.problem, field: "s" },
      requestId,
    );
  }
  const stream = liveStream({
    subscriptions: subscriptions.subscriptions,
    view: (subscription, onReady) =>
      "queue" in subscription
        ? dashboardQueue().view(subscription.queue, onReady)
        : "hosting" in subscription
          ? dashboardHosting().view(subscription.hosting, onReady)
          : dashboardHub().view(subscription.run, onReady),
    clock: dashboardService().clock,
    signal: AbortSignal.any([request.signal, shutdownSignal()]),
    isSessionValid: isAuthorized,
  });
  return new Response(stream, { headers: { ...eventStreamHeaders, "x-content-type-options": "nosniff" } });
}
