import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type BulkProgress, runBulk } from "./bulk";
import { bulkCalls } from "./bulk-calls";
import { type BulkAction, bulkResult } from "./bulk-labels";

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Applies an action to agents, reports the progress to `show`, and returns the result as a sentence. */
export async function runBulkAction(
  { action, text }: { action: BulkAction; text: string },
  agents: ReadonlyMap<string, AgentRow>,
  show: (progress: BulkProgress, running: boolean) => void,
  signal: AbortSignal,
): Promise<string> {
  const result = await runBulk({
    ids: [...agents.keys()],
    act: async (id) => {
      const agent = agents.get(id);
      if (agent) await bulkCalls[action](agent, text);
    },
    onProgress: (progress) => show(progress, true),
    signal,
    wait,
  });
  show(result, false);
  return bulkResult(action, result);
}
