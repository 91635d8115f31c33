import type { Context } from "../core/context";
import type { WithGit } from "../git/with-git";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import { activeRunOf } from "./active-run";
import { finishRun } from "./finish-run";

/** Cancels the run an agent has under way, if any. */
export async function cancelActiveRun(
  context: Context & WithGit & WithMergePreparation,
  agentId: string,
): Promise<void> {
  const runId = await activeRunOf(context.db, agentId);
  if (runId !== undefined) await finishRun(context, runId, { status: "CANCELLED" });
}
