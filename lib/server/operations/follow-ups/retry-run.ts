import { listRuns } from "@/lib/contract/agents/list-runs";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { callPath } from "@/lib/contract/client-path";
import { retryRun } from "@/lib/contract/dashboard/follow-ups/retry-run";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { mark } from "@/lib/model/masking/masker";
import { requireAgent } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findLaunch } from "@/lib/server/db/launches";
import { incompleteStream, type RunPrompt, readRunPrompt } from "@/lib/server/follow-ups/run-prompt";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { queueMessage } from "./queue-message";

const conflict = (code: string, message: string) => new OperationError({ status: 409, code, message });

/** Repeats the run with the permission checks of a follow-up, ahead of queued messages. */
export const retryRunOperation = implementOperation(retryRun, async ({ params: { agentId }, user }) => {
  await requireAgent(user, agentId, "own");
  const service = dashboardService();
  const path = callPath(listRuns, { id: agentId }, { limit: "2" });
  const [latest, ...earlier] = (await callWith(service, listRuns, { path, acting: { user } })).items;
  if (!latest || !isTerminal(latest.status)) {
    throw conflict("agent_busy", "The agent is working. Retry when its run ends.");
  }
  const streamed = await readEndedPrompt(service, agentId, latest.id);
  // A first run has a launch form, with what isn't in its stream: secrets, large images, or the prompt if it never started.
  const launched = earlier.length === 0 ? await launchPrompt(agentId) : undefined;
  const isMasked = streamed?.text.includes(mark) === true;
  const prompt = isMasked ? (launched ?? streamed) : (streamed ?? launched);
  if (!prompt || prompt.text === "") {
    throw conflict(
      "prompt_unknown",
      "The prompt of the last run is no longer available. Launch the agent again instead.",
    );
  }
  if (prompt.images > 0 || (launched?.images ?? 0) > 0) {
    throw conflict("prompt_images", "The prompt of the last run had images. Launch the agent again instead.");
  }
  // The caller would become its author, who sees the text of a queued message.
  if (prompt.text.includes(mark) || createMasker(service).mask(prompt.text) !== prompt.text) {
    throw conflict(
      "prompt_secret",
      "The prompt of the last run contains a secret. Send it again as a message instead.",
    );
  }
  return queueMessage({ agentId, user, text: prompt.text, first: true });
});

/** The prompt of an ended run; `undefined` if its stream doesn't have it. */
async function readEndedPrompt(service: Service, agentId: string, runId: string): Promise<RunPrompt | undefined> {
  try {
    return await readRunPrompt(service, agentId, runId);
  } catch (error) {
    if (error instanceof UpstreamError && error.code === incompleteStream) return undefined;
    throw error;
  }
}

async function launchPrompt(agentId: string): Promise<RunPrompt | undefined> {
  const launch = await findLaunch(await dashboardStore(), agentId);
  const fields = LaunchFields.safeParse(launch?.fields).data;
  return fields && { text: fields.prompt, images: fields.images.length };
}
