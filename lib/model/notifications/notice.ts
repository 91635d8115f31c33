import type { Run } from "@/lib/contract/agents/run";
import {
  type AgentStatus,
  agentStatus,
  needsUser,
  type StatusKind,
  statusDetail,
} from "@/lib/model/status/agent-status";
import { durationLabel } from "@/lib/model/transcript/duration";

/** A notification that a run has ended. */
export interface Notice {
  title: string;
  body: string;
  tone: "success" | "info" | "error";
  /** True when the user should act now. */
  needsAttention: boolean;
}

const tones: Readonly<Partial<Record<StatusKind, Notice["tone"]>>> = {
  finished: "success",
  failed: "error",
  expired: "error",
};

/** A run without its agent's data. */
const statusOf = (run: { status: string; error?: Run["error"] }) =>
  agentStatus({ status: "IDLE", env: { type: "cloud" }, run: { status: run.status, errorCode: run.error?.code } });

const titleOf = (status: AgentStatus) =>
  status.kind === "unknown" ? `Run ${status.label}` : `Run ${status.label.toLowerCase()}${statusDetail(status)}`;

export const runEndTitle = (status: string): string => titleOf(statusOf({ status }));

/** The notification for a run that has ended. */
export function runNotice(name: string, run: Run): Notice {
  const status = statusOf(run);
  const pulls = (run.git?.branches ?? []).filter(({ prUrl }) => prUrl !== undefined).length;
  const facts = [
    name,
    run.status === "ERROR" ? (run.error?.message ?? "") : "",
    run.durationMs === undefined ? "" : `after ${durationLabel(run.durationMs)}`,
    pulls > 0 ? "pull request ready for review" : "",
  ];
  return {
    title: titleOf(status),
    body: facts.filter(Boolean).join(" · "),
    tone: tones[status.kind] ?? "info",
    needsAttention: needsUser(status) || pulls > 0,
  };
}
