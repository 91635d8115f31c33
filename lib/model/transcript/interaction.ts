import type { z } from "zod";
import { type Draft, joinOutput } from "./draft";
import {
  AskedQuestion,
  CallUpdate,
  ClosedQuestion,
  InjectionState,
  NestedUpdate,
  ShellOutput,
  StepPayload,
  Summary,
  Text,
  ThinkingCompleted,
  TurnEnded,
  Update,
  UserMessage,
} from "./payloads";
import type { Frame, ToolRow } from "./state";

type Apply = (draft: Draft, data: unknown) => boolean;

function reading<S extends z.ZodType>(schema: S, use: (draft: Draft, payload: z.output<S>) => void): Apply {
  return (draft, data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) use(draft, parsed.data);
    return parsed.success;
  };
}

const ignore: Apply = () => true;

const prompt = reading(UserMessage, (draft, { userMessage }) => {
  draft.append((key) => ({ kind: "prompt", key, text: userMessage.text, images: userMessage.images.length }));
});

const thought = reading(ThinkingCompleted, (draft, { thinkingDurationMs }) => {
  for (let index = draft.rows.length - 1; index >= 0; index -= 1) {
    const row = draft.rows[index];
    if (row?.kind !== "thinking") continue;
    if (row.durationMs === undefined) draft.replace(index, { ...row, durationMs: thinkingDurationMs });
    return;
  }
});

function endOf(row: ToolRow, failed: boolean): ToolRow["status"] {
  return failed || row.status === "failed" ? "failed" : "completed";
}

const toolCall = reading(CallUpdate, (draft, { callId, toolCall: typed }) => {
  const { index, row } = draft.call(callId, typed.type);
  // Arguments can arrive in parts, and the last update can omit them.
  const args = typed.args ?? row.typed?.args;
  const result = typed.result ?? row.typed?.result;
  const status = typed.result ? endOf(row, typed.result.status === "error") : row.status;
  draft.replace(index, { ...row, typed: { type: typed.type, args, result }, status });
});

const toolCallCompleted: Apply = (draft, data) => {
  if (!toolCall(draft, data)) return false;
  const parsed = CallUpdate.safeParse(data);
  if (!parsed.success || parsed.data.toolCall.result) return true;
  const { index, row } = draft.call(parsed.data.callId, parsed.data.toolCall.type);
  draft.replace(index, { ...row, status: endOf(row, false) });
  return true;
};

const shellOutput = reading(ShellOutput, (draft, { callId, event }) => {
  const at = callId === undefined ? draft.runningShell() : draft.call(callId, "shell");
  if (!at) return;
  const piece = { stream: event.case, text: event.value.data };
  draft.replace(at.index, { ...at.row, output: joinOutput(at.row.output, piece) });
});

const step = reading(StepPayload, (draft, { stepId, stepDurationMs }) => {
  const { steps } = draft.fields;
  const known = steps.find(({ id }) => id === stepId);
  const next = { id: stepId, durationMs: stepDurationMs ?? known?.durationMs };
  draft.fields.steps = known ? steps.map((each) => (each === known ? next : each)) : [...steps, next];
});

const turnEnded = reading(TurnEnded, (draft, { usage, mode }) => {
  if (mode === "plan") draft.fields.planned = true;
  if (!usage) return;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  draft.fields.usage = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
});

const injection = reading(InjectionState, (draft, { state, environment, connection, snapshot, message, session }) => {
  if (state === "unisolated") draft.fields.unisolated = true;
  if (environment) draft.fields.environment = environment;
  if (snapshot) draft.fields.snapshot = snapshot;
  if (session) draft.fields.session = session;
  if (connection) draft.fields.blocked = [...draft.fields.blocked, connection];
  if (state === "notice" && message !== undefined) draft.append((key) => ({ kind: "notice", key, text: message }));
});

const asked = reading(AskedQuestion, (draft, { question }) => {
  draft.append((key) => ({ kind: "question", key, question }));
});

const questionClosed = reading(ClosedQuestion, (draft, { questionId, end, values }) => {
  const index = draft.rows.findLastIndex((row) => row.kind === "question" && row.question.id === questionId);
  const row = draft.rows[index];
  if (row?.kind === "question") draft.replace(index, { ...row, end, values });
});

/** Questions are among the injections, because their subtype is the one that other clients accept. */
const injected: Apply = (draft, data) => asked(draft, data) || questionClosed(draft, data) || injection(draft, data);

const summarized = reading(Summary, (draft, { summary }) => {
  draft.append((key) => ({ kind: "summary", key, text: summary }));
});

/** Applies data that only these frames contain. Texts come from their simplified forms, or they would be shown twice. */
const updates: ReadonlyMap<string, Apply> = new Map([
  ["user-message-appended", prompt],
  ["thinking-completed", thought],
  ["tool-call-started", toolCall],
  ["partial-tool-call", toolCall],
  ["tool-call-completed", toolCallCompleted],
  ["tool-call-delta", nested],
  ["shell-output-delta", shellOutput],
  ["step-started", step],
  ["step-completed", step],
  ["turn-ended", turnEnded],
  ["context-injection-state", injected],
  ["summary", summarized],
  ["text-delta", ignore],
  ["thinking-delta", ignore],
  ["token-delta", ignore],
  ["summary-started", ignore],
  ["summary-completed", ignore],
]);

/** Of a subagent. Its texts come in no other form, and what it reports about the run isn't shown as its steps. */
const nestedUpdates: ReadonlyMap<string, Apply> = new Map([
  ...[...updates].filter(([type]) => type !== "context-injection-state"),
  ["text-delta", reading(Text, (draft, { text }) => draft.addText("message", text))],
  ["thinking-delta", reading(Text, (draft, { text }) => draft.addText("thinking", text))],
  ["tool-requests-listed", ignore],
]);

/** Applies an update of a subagent to the rows of its call. An update of a subagent of it names its call, or is wrapped. */
function nested(draft: Draft, data: unknown): boolean {
  let target: Draft | undefined = draft;
  let update = data;
  // A loop, because updates can be nested too deeply for recursion.
  for (let parsed = NestedUpdate.safeParse(update); parsed.success; parsed = NestedUpdate.safeParse(update)) {
    target = target?.inside(parsed.data.callId);
    update = parsed.data.taskUpdate;
  }
  if (update === data) return false;
  if (target) applyTo(target, nestedUpdates, { event: "tool-call-delta", data: update });
  return true;
}

function applyTo(draft: Draft, known: ReadonlyMap<string, Apply>, { event, data }: Frame): void {
  const parsed = Update.safeParse(data);
  const apply = parsed.success ? known.get(parsed.data.type) : undefined;
  if (apply?.(draft, data)) return;
  draft.append((key) => ({ kind: "raw", key, event: parsed.success ? parsed.data.type : event, data }));
}

export function applyUpdate(draft: Draft, frame: Frame): void {
  applyTo(draft, updates, frame);
}
