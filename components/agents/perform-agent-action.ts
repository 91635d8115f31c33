import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { RowAction } from "@/lib/model/agent-list/row-actions";
import type { BulkTarget } from "./bulk-calls";
import { refreshAgent } from "./refresh-agent";

const retryRun = () => import("@/lib/contract/dashboard/follow-ups/retry-run").then((entry) => entry.retryRun);
const loadBulkCalls = () => import("./bulk-calls").then((module) => module.bulkCalls);

type Performer = (agent: BulkTarget, client: QueryClient) => Promise<void>;

/** Each makes its call and reports what came of it. */
const performers: Readonly<Record<RowAction, Performer>> = {
  async retry({ id }) {
    const { state } = await callProxy(retryRun, { params: { agentId: id } });
    if (state === "sent") toast.success("Prompt sent again.");
    else toast.info("Queued. The prompt is sent again when the agent is idle.");
  },
  async cancel(agent) {
    await (await loadBulkCalls()).cancel(agent, "");
    toast.success("Run canceled.");
  },
  async archive(agent, client) {
    await (await loadBulkCalls()).archive(agent, "");
    const onClick = () => void performAgentAction("unarchive", agent, client);
    toast.success("Agent archived.", { action: { label: "Undo", onClick } });
  },
  async unarchive(agent) {
    await (await loadBulkCalls()).unarchive(agent, "");
    toast.success("Agent restored.");
  },
};

const failures: Readonly<Record<RowAction, string>> = {
  retry: "Couldn't retry the run.",
  cancel: "Couldn't cancel the run.",
  archive: "Couldn't archive the agent.",
  unarchive: "Couldn't restore the agent.",
};

/**
 * Acts on an agent, refetches it, and shows the result, even if what started it unmounts in between, which drops the callbacks of a
 * mutation. Returns whether it succeeded.
 */
export async function performAgentAction(action: RowAction, agent: BulkTarget, client: QueryClient): Promise<boolean> {
  try {
    await performers[action](agent, client);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === "run_not_cancellable") toast.info("The run has already ended.");
    else toast.error(failures[action], { description: error instanceof Error ? error.message : String(error) });
    return false;
  } finally {
    await refreshAgent(client, agent.id);
  }
}
