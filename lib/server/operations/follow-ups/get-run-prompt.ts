import { getRunPrompt } from "@/lib/contract/dashboard/get-run-prompt";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findSentPrompt } from "@/lib/server/db/sent-prompts";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const getRunPromptOperation = implementOperation(getRunPrompt, async ({ params: { agentId, runId } }) => {
  const queue = { source: indexSource(dashboardSettings()), agentId };
  const prompt = await findSentPrompt(await dashboardStore(), queue, runId);
  if (prompt) return prompt;
  const message = "The prompt of this run wasn't sent from this dashboard.";
  throw new OperationError({ status: 404, code: "prompt_not_found", message, field: "runId" });
});
