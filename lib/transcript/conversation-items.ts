import { isTerminal, type Run } from "@/lib/contract/agents/run";
import type { Transcripts } from "./conversation-store";
import { emptyTranscript, type Row, type Transcript } from "./state";

/** One line of a conversation, which is all runs of an agent from the oldest to the newest. */
export type ConversationItem =
  | { kind: "start"; key: string; run: Run; number: number; status: string; unisolated: boolean }
  | { kind: "row"; key: string; row: Row }
  | { kind: "end"; key: string; run: Run; transcript: Transcript; status: string };

const itemsOfRows = new WeakMap<Row, ConversationItem>();

/** A row that did not change stays the same item, so that it is not drawn again. */
function rowItem(runId: string, row: Row): ConversationItem {
  const known = itemsOfRows.get(row);
  if (known) return known;
  const item: ConversationItem = { kind: "row", key: `${runId} ${row.key}`, row };
  itemsOfRows.set(row, item);
  return item;
}

/** The run's status by whoever knows more: a status never goes back. */
export function runStatus(run: Run, transcript: Transcript | undefined): string {
  if (isTerminal(run.status)) return run.status;
  return transcript?.status ?? run.status;
}

/** `firstNumber` is the number of the first run given, when earlier ones are not shown. */
export function conversationItems(
  runs: readonly Run[],
  transcripts: Transcripts,
  firstNumber: number,
): ConversationItem[] {
  return runs.flatMap((run, index) => {
    const transcript = transcripts.get(run.id) ?? emptyTranscript;
    const status = runStatus(run, transcript);
    return [
      {
        kind: "start",
        key: `${run.id} start`,
        run,
        number: firstNumber + index,
        status,
        unisolated: transcript.unisolated,
      },
      ...transcript.rows.map((row) => rowItem(run.id, row)),
      { kind: "end", key: `${run.id} end`, run, transcript, status },
    ];
  });
}

/** The final text, unless the messages end with it already. */
export function unsaidResult({ rows, outcome }: Transcript): string | undefined {
  const text = outcome?.text.trim();
  if (!text) return undefined;
  const said = rows.flatMap((row) => (row.kind === "message" ? [row.text] : [])).join("");
  const bare = (words: string) => words.replace(/\s+/g, "");
  return bare(said).endsWith(bare(text)) ? undefined : text;
}
