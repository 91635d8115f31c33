import { streamRun } from "@/lib/contract/agents/stream-run";
import { roleAllows } from "@/lib/contract/operation";
import { parseSubscriptions } from "@/lib/model/live/subscription";
import { agentProblem, agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { rejectForeignHost } from "@/lib/server/auth/request-origin";
import { currentSessionToken, userOfSession } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { hiddenAgents } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { errorResponse, signedOut } from "@/lib/server/gateway/api-error";
import { eventStreamHeaders } from "@/lib/server/gateway/relay-stream";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { deniedViewing, isDenial } from "@/lib/server/live/denied-viewing";
import { dashboardHealth } from "@/lib/server/live/health/dashboard-health";
import { dashboardHosting } from "@/lib/server/live/hosting/dashboard-hosting";
import { liveStream } from "@/lib/server/live/live-stream";
import { dashboardQueue } from "@/lib/server/live/queue/start-queue";
import { isReadable } from "@/lib/server/operations/pulls/readable-repositories";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const dynamic = "force-dynamic";

/** The live channel: all of a browser's subscriptions in one event stream. */
export async function GET(request: Request): Promise<Response> {
  const requestId = dashboardService().ids.uuid();
  const foreign = rejectForeignHost(request.headers, dashboardSettings().webUrl);
  if (foreign) return foreign;
  const token = await currentSessionToken();
  const authorized = async () => {
    const user = await userOfSession(token, { fresh: true });
    return user && roleAllows(user.role, streamRun.role) ? user : undefined;
  };
  const user = await authorized();
  if (!user) return errorResponse("agents", signedOut, requestId);
  const subscriptions = parseSubscriptions(new URL(request.url).searchParams.getAll("s"));
  if ("problem" in subscriptions) {
    return errorResponse(
      "agents",
      { status: 400, code: "validation_error", message: subscriptions.problem, field: "s" },
      requestId,
    );
  }
  const agentIds = [
    ...new Set(subscriptions.subscriptions.flatMap((each) => ("run" in each ? [each.run.subject.agentId] : []))),
  ];
  const problems = new Map(await Promise.all(agentIds.map(async (id) => [id, await agentProblem(user, id)] as const)));
  const seen = agentIds.filter((id) => problems.get(id) === undefined);
  // If it is unknown whether the user can see an agent, the connection soon ends, and the browser's next one finds out.
  const isUnknown = [...problems.values()].some((problem) => problem && !isDenial(problem));
  const isAllowed = async () => {
    if (isUnknown) return false;
    const now = await authorized();
    // What the user can read depends on their role. The browser connects again.
    if (now?.role !== user.role) return false;
    if (seen.length === 0) return true;
    return (await hiddenAgents(await dashboardStore(), await agentScopeOf(now), seen)).length === 0;
  };
  const stream = liveStream({
    subscriptions: subscriptions.subscriptions,
    view: (subscription, onReady) => {
      if ("queue" in subscription) return dashboardQueue().view(subscription.queue, onReady);
      if ("health" in subscription) return dashboardHealth().view(onReady);
      if ("hosting" in subscription)
        return dashboardHosting().view(subscription.hosting, onReady, ({ owner, name }, onKnown) =>
          isReadable(user, { ownerSlug: owner, repoName: name }, onKnown),
        );
      const { name, agentId } = subscription.run.subject;
      const problem = problems.get(agentId);
      if (problem) return deniedViewing(name, problem, onReady);
      return dashboardHub().view(subscription.run, onReady);
    },
    clock: dashboardService().clock,
    signal: AbortSignal.any([request.signal, shutdownSignal()]),
    isAllowed,
  });
  return new Response(stream, { headers: { ...eventStreamHeaders, "x-content-type-options": "nosniff" } });
}
