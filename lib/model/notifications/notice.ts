import type { Run } from "@/lib/contract/agents/run";
import { durationLabel } from "@/lib/model/transcript/duration";

/** A notification that a run has ended. */
export interface Notice {
  title: string;
  body: string;
  tone: "success" | "info" | "error";
  /** True when the user should act now. */
  needsAttention: boolean;
}

const ends: ReadonlyMap<string, Pick<Notice, "title" | "tone" | "needsAttention">> = new Map([
  ["FINISHED", { title: "Run finished", tone: "success", needsAttention: false }],
  ["ERROR", { title: "Run failed", tone: "error", needsAttention: true }],
  ["EXPIRED", { title: "Run expired: no worker available", tone: "error", needsAttention: true }],
  ["CANCELLED", { title: "Run canceled", tone: "info", needsAttention: false }],
]);

export const runEndTitle = (status: string): string => ends.get(status)?.title ?? `Run ${status}`;

/** The notification for a run that has ended. */
export function runNotice(name: string, run: Run): Notice {
  const end = ends.get(run.status) ?? { title: runEndTitle(run.status), tone: "info", needsAttention: false };
  const pulls = (run.git?.branches ?? []).filter(({ prUrl }) => prUrl !== undefined).length;
  const facts = [
    name,
    run.status === "ERROR" ? (run.error?.message ?? "") : "",
    run.durationMs === undefined ? "" : `after ${durationLabel(run.durationMs)}`,
    pulls > 0 ? "pull request ready for review" : "",
  ];
  return { ...end, needsAttention: end.needsAttention || pulls > 0, body: facts.filter(Boolean).join(" · ") };
}
