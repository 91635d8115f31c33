import { useCallback, useMemo, useState } from "react";
import type { Run } from "@/lib/contract/agents/run";
import { type ConversationItem, conversationItems, rowKey, workKey } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import type { Row } from "@/lib/model/transcript/state";
import { groupWork, rowFailed } from "@/lib/model/transcript/work";

/** Which groups of steps are open. Groups shown while running stay open; completed groups start folded. */
class Folds {
  readonly #chosen = new Map<string, boolean>();
  readonly #watched = new Set<string>();

  readonly isOpen = (key: string, settled: boolean): boolean => {
    if (!settled) this.#watched.add(key);
    return this.#chosen.get(key) ?? this.#watched.has(key);
  };

  choose(key: string, open: boolean): void {
    this.#chosen.set(key, open);
  }
}

/** The conversation's items after folding and filtering, and the marked item. */
export function useConversationView(runs: readonly Run[], transcripts: Transcripts, earlier: number) {
  const [folds] = useState(() => new Folds());
  const [foldChanges, setFoldChanges] = useState(0);
  const [failedOnly, setFailedOnly] = useState(false);
  const [marked, setMarked] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the folds are mutable; the counter tracks their changes
  const items = useMemo((): ConversationItem[] => {
    const all = conversationItems(runs, transcripts, { firstNumber: earlier + 1, isOpen: folds.isOpen, failedOnly });
    return earlier > 0 ? [{ kind: "earlier", key: "earlier", count: earlier }, ...all] : all;
  }, [runs, transcripts, earlier, folds, failedOnly, foldChanges]);

  const fold = useCallback(
    (key: string, open: boolean) => {
      folds.choose(key, open);
      setFoldChanges((count) => count + 1);
    },
    [folds],
  );
  /** Marks a row and opens its group. */
  const mark = (runId: string, row: Row) => {
    const rows = transcripts.get(runId)?.rows ?? [];
    const work = groupWork(rows).find((part) => !("kind" in part) && part.rows.includes(row));
    if (work && !("kind" in work)) fold(workKey(runId, work), true);
    if (failedOnly && !rowFailed(row)) setFailedOnly(false);
    setMarked(rowKey(runId, row));
  };
  return { items, failedOnly, setFailedOnly, marked, mark, fold };
}
