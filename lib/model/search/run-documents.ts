import { rowText, toolTexts } from "@/lib/model/transcript/row-text";
import { emptyTranscript, type Row, type Transcript } from "@/lib/model/transcript/state";
import type { SearchKind } from "./kinds";

/** A searchable text. */
export interface SearchDocument {
  /** Unique within its run. */
  key: string;
  kind: SearchKind;
  /** The event to open; absent if the transcript has none. */
  eventId?: string | undefined;
  /** What the text belongs to: the command of an output, the title of a pull request. */
  title: string;
  text: string;
}

const rowKinds: Readonly<Record<Exclude<Row["kind"], "tool" | "raw">, SearchKind>> = {
  prompt: "prompt",
  message: "message",
  thinking: "message",
  summary: "message",
  notice: "message",
  question: "message",
};

function documentsOfRow(row: Row, key: string): SearchDocument[] {
  const { eventId } = row;
  if (row.kind === "raw") return [];
  if (row.kind !== "tool") return [{ key, kind: rowKinds[row.kind], eventId, title: "", text: rowText(row) }];
  const { call, output } = toolTexts(row);
  const [title = ""] = call.split("\n", 1);
  return [
    { key: `${key} call`, kind: "command", eventId, title: "", text: call },
    { key, kind: "output", eventId, title, text: output },
  ];
}

/** How the run ended, unless its last message says the same. */
function outcomeDocuments({ outcome, rows }: Transcript): SearchDocument[] {
  const eventId = rows.findLast((row) => row.eventId !== undefined)?.eventId;
  const isRepeated = rows.some((row) => row.kind === "message" && row.text.includes(outcome?.text ?? ""));
  return [
    { key: "result", kind: "message", eventId, title: "", text: isRepeated ? "" : (outcome?.text ?? "") },
    { key: "error", kind: "error", eventId, title: "", text: outcome?.failure?.message ?? "" },
  ];
}

/** Of the rows that changed, including those of subagents. `prefix`: the keys of the calls around them. */
function changedRows(before: Transcript, now: Transcript, prefix = ""): SearchDocument[] {
  const shift = now.dropped.rows - before.dropped.rows;
  return now.rows.flatMap((row, index) => {
    const known = before.rows[index + shift];
    if (row === known) return [];
    const key = `${prefix}${row.key}`;
    const nested = row.kind === "tool" ? row.nested : undefined;
    const nestedBefore = known?.kind === "tool" ? known.nested : undefined;
    return [
      ...documentsOfRow(row, key),
      ...(nested ? changedRows(nestedBefore ?? emptyTranscript, nested, `${key} `) : []),
    ];
  });
}

/** The documents of a run that changed since `before`. A message that arrived in many pieces is one document. */
export function changedDocuments(before: Transcript, now: Transcript): SearchDocument[] {
  const outcome = now.outcome === before.outcome ? [] : outcomeDocuments(now);
  return [...changedRows(before, now), ...outcome].filter(({ text }) => text.trim() !== "");
}
