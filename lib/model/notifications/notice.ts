import type { Run } from "@/lib/contract/agents/run";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { StatusKind } from "@/lib/model/status/agent-status";
import { durationLabel } from "@/lib/model/transcript/duration";
import { runEndStatus, runEndTitle } from "./run-end";

/** A notification that a run has ended. */
export interface Notice {
  title: string;
  body: string;
  tone: "success" | "info" | "error";
}

const tones: Readonly<Partial<Record<StatusKind, Notice["tone"]>>> = {
  finished: "success",
  failed: "error",
  expired: "error",
  checks: "error",
};

/** The notification for a run that has ended. `row`: its agent in the list, if it is loaded. */
export function runNotice(name: string, run: Run, row: AgentRow | undefined): Notice {
  const status = runEndStatus({ id: run.id, status: run.status, errorCode: run.error?.code }, row);
  const pulls = (run.git?.branches ?? []).filter(({ prUrl }) => prUrl !== undefined).length;
  const facts = [
    name,
    run.status === "ERROR" ? (run.error?.message ?? "") : "",
    run.durationMs === undefined ? "" : `after ${durationLabel(run.durationMs)}`,
    pulls > 0 && status.kind === "finished" ? "pull request ready for review" : "",
  ];
  return { title: runEndTitle(status), body: facts.filter(Boolean).join(" · "), tone: tones[status.kind] ?? "info" };
}
