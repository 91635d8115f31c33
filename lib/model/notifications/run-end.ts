import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type AgentStatus, agentStatus, type StatusKind, statusDetail, statusText } from "../status/agent-status";
import { rowStatus } from "../status/row-status";

interface EndedRun {
  id: string;
  /** The raw status. */
  status: string;
  errorCode?: string | undefined;
}

/** The status of the agent whose run ended: the one that lists show, if `row` is about this run already. */
export function runEndStatus({ id, status, errorCode }: EndedRun, row: AgentRow | undefined): AgentStatus {
  const isKnown = row?.latestRunId === id && row.status !== "ARCHIVED" && row.run && isTerminal(row.run.status);
  if (isKnown) return rowStatus(row, undefined, 0);
  return agentStatus({ status: "IDLE", env: { type: "cloud" }, run: { status, errorCode } });
}

/** How a run can end, apart from what follows it, such as a plan or a pull request. */
const ends: ReadonlySet<StatusKind> = new Set(["finished", "failed", "expired", "canceled"]);

/** Such as `Run failed: install`, `Plan ready` or `Needs review`. A raw status is shown as it is. */
export function runEndTitle(status: AgentStatus): string {
  if (status.kind === "unknown") return `Run ${status.label}`;
  return ends.has(status.kind) ? `Run ${status.label.toLowerCase()}${statusDetail(status)}` : statusText(status);
}
