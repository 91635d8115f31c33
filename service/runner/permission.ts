import type { RunSpec } from "./run-spec";

/** Kinds of tool calls that change nothing. */
const harmless = new Set(["read", "search", "think"]);

interface PermissionOption {
  optionId: string;
  kind: string;
}

export type PermissionOutcome = { outcome: "cancelled" } | { outcome: "selected"; optionId: string };

/** Whether a tool call may go ahead: anything inside the workspace, and in plan mode only what changes nothing. */
export function isPermitted(mode: RunSpec["mode"], kind: string | undefined, insideWorkspace: boolean): boolean {
  return insideWorkspace && (mode === "agent" || harmless.has(kind ?? "other"));
}

/** The option that says so, once rather than always. Without a fitting option the request is answered as cancelled. */
export function choosePermission(permitted: boolean, options: readonly PermissionOption[]): PermissionOutcome {
  const wanted = permitted ? ["allow_once", "allow_always"] : ["reject_once", "reject_always"];
  for (const kind of wanted) {
    const option = options.find((each) => each.kind === kind);
    if (option) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}
