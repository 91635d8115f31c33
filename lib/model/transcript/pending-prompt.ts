import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { runStatus } from "./conversation-items";
import type { Transcripts } from "./conversation-store";
import { emptyTranscript, type PromptRow } from "./state";

/** Adds a prompt to its run until the run's stream has it: a run in the queue has no events. */
export function withPendingPrompt(
  transcripts: Transcripts,
  run: Run | undefined,
  prompt: Pick<PromptRow, "text" | "images"> | undefined,
): Transcripts {
  if (!run || !prompt || (prompt.text === "" && prompt.images === 0)) return transcripts;
  const transcript = transcripts.get(run.id) ?? emptyTranscript;
  const status = runStatus(run, transcript);
  // An expired run never started.
  if (transcript.rows.length > 0 || (isTerminal(status) && status !== "EXPIRED")) return transcripts;
  // The key of the first row, so that the prompt of the stream replaces it in place.
  const row: PromptRow = { kind: "prompt", key: "r0", text: prompt.text, images: prompt.images };
  return new Map(transcripts).set(run.id, { ...transcript, rows: [row] });
}
