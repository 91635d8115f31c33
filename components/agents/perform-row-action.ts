import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { RowAction } from "@/lib/model/agent-list/row-actions";

const retryRun = () => import("@/lib/contract/dashboard/retry-run").then((entry) => entry.retryRun);
const loadBulkCalls = () => import("./bulk-calls").then((module) => module.bulkCalls);

type Performer = (agent: AgentRow, refresh: () => unknown) => Promise<void>;

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
  async archive(agent, refresh) {
    await (await loadBulkCalls()).archive(agent, "");
    const onClick = () => void performRowAction("unarchive", agent, refresh);
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
 * Acts on an agent and shows the result, even if the row or palette that started it unmounts in between, which drops the
 * callbacks of a mutation. `refresh` refetches the agent.
 */
export async function performRowAction(action: RowAction, agent: AgentRow, refresh: () => unknown): Promise<void> {
  try {
    await performers[action](agent, refresh);
  } catch (error) {
    if (error instanceof CallError && error.code === "run_not_cancellable") toast.info("The run has already ended.");
    else toast.error(failures[action], { description: error instanceof Error ? error.message : String(error) });
  } finally {
    await refresh();
  }
}
