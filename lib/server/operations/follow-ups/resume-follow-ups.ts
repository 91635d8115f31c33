import { resumeFollowUps } from "@/lib/contract/dashboard/follow-ups/resume-follow-ups";
import { requireAgent } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { resumeQueue } from "@/lib/server/db/follow-ups";
import { sendNow } from "@/lib/server/follow-ups/dashboard-follow-ups";
import { readAgentState } from "@/lib/server/follow-ups/send-follow-up";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const resumeFollowUpsOperation = implementOperation(resumeFollowUps, async ({ params: { agentId }, user }) => {
  await requireAgent(user, agentId, "own");
  const { latestRunId } = await readAgentState(dashboardService(), agentId);
  await resumeQueue(await dashboardStore(), { source: indexSource(dashboardSettings()), agentId }, latestRunId);
  await sendNow(agentId);
  return { agentId };
});
