import type { Answer, Question } from "@/lib/contract/agents/question";
import { printableText, truncateText } from "@/lib/core/plain-text";
import type { RunSpec } from "../run/run-spec";

/** Kinds of tool calls without side effects. */
const readOnly = new Set(["read", "search", "think"]);

interface PermissionOption {
  optionId: string;
  name?: string | undefined;
  kind: string;
}

export type PermissionOutcome = { outcome: "cancelled" } | { outcome: "selected"; optionId: string };

const allowKinds = ["allow_once", "allow_always"];
const rejectKinds = ["reject_once", "reject_always"];

/** Returns true if a tool call is allowed: inside the workspace, and in plan mode only if it is read-only. */
export function isPermitted(mode: RunSpec["mode"], kind: string | undefined, insideWorkspace: boolean): boolean {
  return insideWorkspace && (mode === "agent" || readOnly.has(kind ?? "other"));
}

/** Chooses the matching option, preferring once over always. Without one, the request is canceled. */
export function choosePermission(permitted: boolean, options: readonly PermissionOption[]): PermissionOutcome {
  const kinds = permitted ? allowKinds : rejectKinds;
  for (const kind of kinds) {
    const option = options.find((each) => each.kind === kind);
    if (option) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}

/**
 * The question for a permitted request whose options are alternatives rather than yes or no: several of one kind, or of
 * a kind that isn't known. `undefined` if the request is decided without the user. Codex offers two ways to always allow
 * a call: these only differ in how long they apply, so once is chosen.
 */
export function permissionQuestion(
  title: string,
  options: readonly PermissionOption[],
): Omit<Question, "id"> | undefined {
  const kinds = options.map(({ kind }) => kind).filter((kind) => !rejectKinds.includes(kind));
  const once = kinds.filter((kind) => kind === "allow_once").length;
  const always = kinds.filter((kind) => kind === "allow_always").length;
  const isAlternative = once > 1 || (once === 0 && always > 1) || once + always < kinds.length;
  if (!isAlternative) return undefined;
  const offered = options.filter(({ kind }) => !rejectKinds.includes(kind)).slice(0, 100);
  const choices = offered.map(({ optionId, name }) => ({
    value: optionId,
    label: truncateText(printableText(name ?? ""), 500) || optionId,
  }));
  const message = truncateText(printableText(title).trim(), 8_000) || "The agent needs a decision.";
  const field = { type: "choice", name: "option", label: "Options", required: true, choices } as const;
  return { message, fields: [field] };
}

/** The outcome of a question: the chosen option, or a rejection. */
export function answeredPermission(
  answer: Answer | undefined,
  options: readonly PermissionOption[],
): PermissionOutcome {
  if (answer === undefined) return { outcome: "cancelled" };
  const optionId = answer.action === "accept" ? answer.values.option : undefined;
  if (typeof optionId === "string") return { outcome: "selected", optionId };
  return choosePermission(false, options);
}
