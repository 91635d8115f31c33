import type { Row } from "./state";
import { toolView } from "./tool-view";
import { containsFailure } from "./work";

export const rowFilters = [
  { value: "all", label: "All steps" },
  { value: "messages", label: "Messages" },
  { value: "commands", label: "Commands" },
  { value: "changes", label: "File changes" },
  { value: "other", label: "Other tools" },
  { value: "thoughts", label: "Thoughts" },
  { value: "failed", label: "Failed only" },
] as const;

export type RowFilter = (typeof rowFilters)[number]["value"];

type Kind = Exclude<RowFilter, "all" | "failed">;

function kindOf(row: Row): Kind {
  if (row.kind === "thinking") return "thoughts";
  if (row.kind !== "tool") return "messages";
  const view = toolView(row);
  if (view.kind === "shell") return "commands";
  return view.kind === "edit" || (view.kind === "file" && view.verb === "Wrote") ? "changes" : "other";
}

/** Whether a row is shown. A call is also shown for the calls in it, but not for what its subagent says. */
export function matchesFilter(row: Row, filter: RowFilter): boolean {
  if (filter === "all") return true;
  if (filter === "failed") return containsFailure(row);
  const nested = row.kind === "tool" ? (row.nested?.rows ?? []) : [];
  return kindOf(row) === filter || nested.some((each) => each.kind === "tool" && matchesFilter(each, filter));
}
