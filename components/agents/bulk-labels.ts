import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { counted } from "@/lib/model/plural";
import type { BulkProgress } from "./bulk";

export type BulkAction = "archive" | "unarchive" | "cancel" | "followUp" | "delete";

const past: Readonly<Record<BulkAction, string>> = {
  archive: "archived",
  unarchive: "restored",
  cancel: "canceled",
  followUp: "queued",
  delete: "deleted",
};
const present: Readonly<Record<BulkAction, string>> = {
  archive: "Archiving",
  unarchive: "Restoring",
  cancel: "Canceling runs of",
  followUp: "Queuing follow-ups for",
  delete: "Deleting",
};

export const bulkTitle = (action: BulkAction, count: number) => `${present[action]} ${counted(count, "agent")}`;

/** Summary of a finished bulk action. */
export function bulkResult(action: BulkAction, { total, done, failed }: BulkProgress): string {
  const what = action === "cancel" ? "run" : action === "followUp" ? "follow-up" : "agent";
  const skipped = total - done.length - failed.length;
  return [
    `${counted(done.length, what)} ${past[action]}.`,
    ...(failed.length > 0 ? [`${failed.length} failed.`] : []),
    ...(skipped > 0 ? [`${skipped} skipped.`] : []),
  ].join(" ");
}

/** The agents an action applies to. A run with unknown status is treated as active. */
export function applicable(action: BulkAction, agents: readonly AgentRow[]): AgentRow[] {
  return agents.filter(({ status, run }) => {
    if (action === "archive" || action === "followUp") return status !== "ARCHIVED";
    if (action === "unarchive") return status === "ARCHIVED";
    if (action === "cancel") return status !== "ARCHIVED" && (run === undefined || !isTerminal(run.status));
    return true;
  });
}
