import type { Context } from "../core/context";
import type { WithGit } from "../git/with-git";
import type { WithGitHub } from "../github/with-github";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import { findActiveRun } from "./active-run";
import { finishRun } from "./finish-run";

/** Cancels an agent's active run, if any. */
export async function cancelActiveRun(
  context: Context & WithGit & WithGitHub & WithMergePreparation,
  agentId: string,
): Promise<void> {
  const runId = await findActiveRun(context.db, agentId);
  if (runId !== undefined) await finishRun(context, runId, { status: "CANCELLED" });
}
