import { useCallback, useMemo, useState } from "react";
import type { Run } from "@/lib/contract/agents/run";
import { type ConversationItem, conversationItems, rowKey, workKey } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { matchesFilter, type RowFilter } from "@/lib/model/transcript/row-filter";
import type { Row } from "@/lib/model/transcript/state";
import { withUnreadDivider } from "@/lib/model/transcript/unread";
import { groupWork } from "@/lib/model/transcript/work";
import { useSeenRow } from "./use-seen-row";

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
export function useConversationView(agentId: string, runs: readonly Run[], transcripts: Transcripts, earlier: number) {
  const [folds] = useState(() => new Folds());
  const [foldChanges, setFoldChanges] = useState(0);
  const [filter, setFilter] = useState<RowFilter>("all");
  const [marked, setMarked] = useState<string>();

  const seen = useSeenRow(agentId, runs, transcripts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the folds are mutable; the counter tracks their changes
  const items = useMemo((): readonly ConversationItem[] => {
    const all = conversationItems(runs, transcripts, { firstNumber: earlier + 1, isOpen: folds.isOpen, filter });
    const runIds = runs.map(({ id }) => id);
    const divided = filter === "all" ? withUnreadDivider(all, runIds, seen) : all;
    const nothing = filter !== "all" && !all.some(({ kind }) => kind === "row");
    const shown: readonly ConversationItem[] = nothing ? [{ kind: "none", key: "none" }] : divided;
    return earlier > 0 ? [{ kind: "earlier", key: "earlier", count: earlier }, ...shown] : shown;
  }, [runs, transcripts, earlier, folds, filter, foldChanges, seen]);

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
    if (!matchesFilter(row, filter)) setFilter("all");
    setMarked(rowKey(runId, row));
  };
  return { items, filter, setFilter, marked, mark, fold };
}
