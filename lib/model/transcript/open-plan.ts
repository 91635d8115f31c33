import type { Transcript } from "./state";
import { toolView } from "./tool-view";

/** True if a finished run ends with a plan that waits for approval: it was in plan mode, or no changes follow its plan. */
export function endsWithPlan(transcript: Transcript | undefined): boolean {
  if (transcript?.outcome?.status !== "FINISHED") return false;
  if (transcript.planned) return true;
  const changes = new Set(["write", "edit", "delete", "shell"]);
  const calls = transcript.rows.filter((row) => row.kind === "tool");
  const plan = calls.findLastIndex(({ typed }) => typed?.type === "createPlan");
  if (plan === -1 || transcript.outcome.branches.length > 0) return false;
  return !calls.slice(plan + 1).some(({ typed, status }) => status === "completed" && changes.has(typed?.type ?? ""));
}

/** The text of a run's plan: its last plan, or else its last message. */
export function planText({ rows }: Transcript): string | undefined {
  const plan = rows.findLast((row) => row.kind === "tool" && row.typed?.type === "createPlan");
  const view = plan?.kind === "tool" ? toolView(plan) : undefined;
  if (view?.kind === "plan" && view.text) return view.text;
  const message = rows.findLast((row) => row.kind === "message");
  return message?.kind === "message" ? message.text : undefined;
}
