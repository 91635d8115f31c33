import { getRunPrompt } from "@/lib/contract/dashboard/follow-ups/get-run-prompt";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findSentPrompt } from "@/lib/server/db/sent-prompts";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getRunPromptOperation = implementOperation(getRunPrompt, async ({ params: { agentId, runId } }) => {
  const queue = { source: indexSource(dashboardSettings()), agentId };
  return { prompt: (await findSentPrompt(await dashboardStore(), queue, runId)) ?? null };
});
