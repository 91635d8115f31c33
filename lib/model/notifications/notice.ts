import type { Run } from "@/lib/contract/agents/run";
import { durationLabel } from "@/lib/model/transcript/duration";

/** What is said when a run has ended. */
export interface Notice {
  title: string;
  body: string;
  tone: "success" | "info" | "error";
  /** True when a person is to do something now. */
  needsSomebody: boolean;
}

const ends: ReadonlyMap<string, Pick<Notice, "title" | "tone" | "needsSomebody">> = new Map([
  ["FINISHED", { title: "Run finished", tone: "success", needsSomebody: false }],
  ["ERROR", { title: "Run failed", tone: "error", needsSomebody: true }],
  ["EXPIRED", { title: "Nobody took the run", tone: "error", needsSomebody: true }],
  ["CANCELLED", { title: "Run cancelled", tone: "info", needsSomebody: false }],
]);

/** The words for a run that has ended. */
export function noticeOf(name: string, run: Run): Notice {
  const end = ends.get(run.status) ?? { title: `Run ${run.status}`, tone: "info", needsSomebody: false };
  const pulls = (run.git?.branches ?? []).filter(({ prUrl }) => prUrl !== undefined).length;
  const facts = [
    name,
    run.status === "ERROR" ? (run.error?.message ?? "") : "",
    run.durationMs === undefined ? "" : `after ${durationLabel(run.durationMs)}`,
    pulls > 0 ? "a pull request is to be looked at" : "",
  ];
  return { ...end, needsSomebody: end.needsSomebody || pulls > 0, body: facts.filter(Boolean).join(" · ") };
}
