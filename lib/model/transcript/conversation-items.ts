import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import type { Transcripts } from "./conversation-store";
import { matchesFilter, type RowFilter } from "./row-filter";
import { emptyTranscript, type Row, type Transcript } from "./state";
import { containsFailure, groupWork, type Work } from "./work";

/** One row of a conversation: all runs of an agent, oldest first. */
export type ConversationItem =
  /** Runs before or after the shown ones. */
  | { kind: "earlier" | "later"; key: string; count: number }
  | { kind: "loading"; key: string }
  /** Items below it are new to the user. */
  | { kind: "unread"; key: string }
  /** No row matches the filter. */
  | { kind: "none"; key: string }
  | { kind: "start"; key: string; run: Run; number: number | undefined; status: string; transcript: Transcript }
  | { kind: "work"; key: string; work: Work; open: boolean }
  | { kind: "row"; key: string; run: string; row: Row; inside: boolean }
  | { kind: "end"; key: string; run: Run; transcript: Transcript; status: string };

interface ItemOptions {
  /** Whether a group of steps is open; `settled` once other rows follow it. */
  isOpen(key: string, settled: boolean): boolean;
  filter?: RowFilter;
}

interface Known {
  inside?: ConversationItem;
  outside?: ConversationItem;
}
const itemsOfRows = new WeakMap<Row, Known>();

/** An unchanged row keeps its item, so that it isn't rendered again. */
function rowItem(run: string, row: Row, inside: boolean): ConversationItem {
  const known = itemsOfRows.get(row) ?? {};
  const variant = inside ? "inside" : "outside";
  const item = known[variant] ?? { kind: "row", key: rowKey(run, row), run, row, inside };
  itemsOfRows.set(row, { ...known, [variant]: item });
  return item;
}

export const rowKey = (run: string, row: Pick<Row, "key">) => `${run} ${row.key}`;
export const workKey = (run: string, work: Pick<Work, "first">) => `${run} work ${work.first}`;

/** The later of two statuses of a run: a status never reverts. */
export function runStatus(run: Run, transcript: Transcript | undefined): string {
  if (isTerminal(run.status)) return run.status;
  return transcript?.status ?? run.status;
}

function rowItems(run: Run, { rows }: Transcript, over: boolean, options: ItemOptions): ConversationItem[] {
  const { filter = "all" } = options;
  if (filter !== "all") {
    return rows.filter((row) => matchesFilter(row, filter)).map((row) => rowItem(run.id, row, false));
  }
  const parts = groupWork(rows);
  return parts.flatMap((part, index): ConversationItem[] => {
    if ("kind" in part) return [rowItem(run.id, part, false)];
    const key = workKey(run.id, part);
    const open = options.isOpen(key, over || index < parts.length - 1);
    const header: ConversationItem = { kind: "work", key, work: part, open };
    // What failed stays visible when the steps are folded.
    const shown = open ? part.rows : part.rows.filter(containsFailure);
    return [header, ...shown.map((row) => rowItem(run.id, row, true))];
  });
}

export function conversationItems(
  runs: readonly NumberedRun[],
  transcripts: Transcripts,
  options: ItemOptions,
): ConversationItem[] {
  return runs.flatMap((run): ConversationItem[] => {
    const transcript = transcripts.get(run.id) ?? emptyTranscript;
    const status = runStatus(run, transcript);
    return [
      { kind: "start", key: `${run.id} start`, run, number: run.number, status, transcript },
      ...rowItems(run, transcript, isTerminal(status), options),
      { kind: "end", key: `${run.id} end`, run, transcript, status },
    ];
  });
}

/** The next prompt after (`by` 1) or before (`by` -1) an index of the items. */
export function promptFrom(items: readonly ConversationItem[], from: number, by: 1 | -1): ConversationItem | undefined {
  for (let index = from + by; index >= 0 && index < items.length; index += by) {
    const item = items[index];
    if (item?.kind === "row" && item.row.kind === "prompt") return item;
  }
  return undefined;
}

/** The final text, unless the messages end with it already. */
export function unshownResult({ rows, outcome }: Transcript): string | undefined {
  const text = outcome?.text.trim();
  if (!text) return undefined;
  const messages = rows.flatMap((row) => (row.kind === "message" ? [row.text] : [])).join("");
  const bare = (words: string) => words.replace(/\s+/g, "");
  return bare(messages).endsWith(bare(text)) ? undefined : text;
}
