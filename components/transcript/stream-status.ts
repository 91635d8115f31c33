import type { LiveTone } from "@/lib/client/live/live-labels";
import { isTerminal } from "@/lib/contract/agents/terminal";

/**
 * Whether to show the status of a run's stream. A run that ended shows its outcome, so the stream is shown only if it failed or came
 * from the recording. Before a run starts, nothing is live.
 */
export function showsStreamStatus(runStatus: string, tone: LiveTone): boolean {
  if (isTerminal(runStatus)) return tone === "failed" || tone === "recorded";
  return runStatus !== "CREATING" || tone !== "live";
}
