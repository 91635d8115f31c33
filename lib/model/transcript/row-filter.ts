import type { Row } from "./state";
import { toolView } from "./tool-view";
import { rowFailed } from "./work";

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

export function matchesFilter(row: Row, filter: RowFilter): boolean {
  if (filter === "all") return true;
  return filter === "failed" ? rowFailed(row) : kindOf(row) === filter;
}
