import type { RunSpec } from "./run-spec";

/** Kinds of tool calls without side effects. */
const readOnly = new Set(["read", "search", "think"]);

interface PermissionOption {
  optionId: string;
  kind: string;
}

export type PermissionOutcome = { outcome: "cancelled" } | { outcome: "selected"; optionId: string };

/** Returns true if a tool call is allowed: inside the workspace, and in plan mode only if it is read-only. */
export function isPermitted(mode: RunSpec["mode"], kind: string | undefined, insideWorkspace: boolean): boolean {
  return insideWorkspace && (mode === "agent" || readOnly.has(kind ?? "other"));
}

/** Chooses the matching option, preferring once over always. Without one, the request is canceled. */
export function choosePermission(permitted: boolean, options: readonly PermissionOption[]): PermissionOutcome {
  const kinds = permitted ? ["allow_once", "allow_always"] : ["reject_once", "reject_always"];
  for (const kind of kinds) {
    const option = options.find((each) => each.kind === kind);
    if (option) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}
