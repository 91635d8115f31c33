import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AgentScreen } from "@/components/agent/agent-screen";
import { agentQuery } from "@/components/agents/agent-queries";
import { runKeys } from "@/components/transcript/run-queries";
import { createQueryClient } from "@/lib/client/query-client";
import { createRun } from "@/lib/contract/agents/create-run";
import type { NumberedRuns } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { roleAllows } from "@/lib/contract/operation";
import { decodedSegment } from "@/lib/model/decoded-segment";
import { parseRunSubscription, runSubject } from "@/lib/model/live/subscription";
import { currentUser, requireUser } from "@/lib/server/auth/session";
import { recheckMissingAgent } from "@/lib/server/index/sync-after-call";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { readRuns } from "@/lib/server/runs/numbered-runs";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { workerStart } from "@/lib/server/upstream/worker-start";

/** As many as the browser reads. */
const newestRuns = 20;

interface Props {
  params: Promise<{ id: string }>;
}

/** Shares its call with the page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = decodedSegment((await params).id);
  const user = await currentUser();
  if (id === undefined || !user) return { title: "Agent" };
  const agent = await createQueryClient()
    .fetchQuery({ ...agentQuery(callServiceAs(user), id), retry: false })
    .catch(() => undefined);
  return { title: agent?.name || "Agent" };
}

export default async function AgentPage({ params }: Props) {
  const user = await requireUser();
  const id = decodedSegment((await params).id) ?? notFound();
  const client = createQueryClient();
  const call = callServiceAs(user);
  const key = agentQuery(call, id).queryKey;
  // Other errors aren't dehydrated: the browser refetches and shows them.
  await Promise.all([
    client.prefetchQuery({ ...agentQuery(call, id), retry: false }),
    client.prefetchQuery({
      queryKey: runKeys.latest(id),
      queryFn: () => readRuns(user, id, { limit: newestRuns }),
      retry: false,
    }),
  ]);
  const { error } = client.getQueryState(key) ?? {};
  if (error instanceof UpstreamError && error.status === 404) {
    await recheckMissingAgent(id);
    notFound();
  }
  prepareLatestRun(id, client.getQueryData<NumberedRuns>(runKeys.latest(id))?.items.at(-1)?.id);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AgentScreen key={id} id={id} canOperate={roleAllows(user.role, createRun.role)} start={await workerStart()} />
    </HydrationBoundary>
  );
}

/** Starts loading the latest transcript before the browser subscribes to it. */
function prepareLatestRun(agentId: string, runId: string | undefined): void {
  const subscription = runId === undefined ? undefined : parseRunSubscription(runSubject(agentId, runId));
  if (subscription) dashboardHub().prepare(subscription.subject);
}
