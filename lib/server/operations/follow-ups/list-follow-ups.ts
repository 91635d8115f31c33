import { listFollowUps } from "@/lib/contract/dashboard/follow-ups/list-follow-ups";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { indexedAgent, pauseOfQueue, readQueue } from "@/lib/server/db/follow-ups";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { followUpBody } from "./follow-up-body";

export const listFollowUpsOperation = implementOperation(listFollowUps, async ({ params, user }) => {
  const store = await dashboardStore();
  const queue = { source: indexSource(dashboardSettings()), agentId: params.agentId };
  const queued = await readQueue(store.database, queue);
  const paused = await pauseOfQueue(store.database, queue, queued, await indexedAgent(store, queue));
  return { items: queued.map((each) => followUpBody(each, user.id)), ...(paused ? { paused } : {}) };
});
