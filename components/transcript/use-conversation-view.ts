import { useCallback, useMemo, useState } from "react";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { type ConversationItem, conversationItems, workKey } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { matchesFilter, type RowFilter } from "@/lib/model/transcript/row-filter";
import { groupAround, placeOf, type RowPath, type RowPlace } from "@/lib/model/transcript/row-path";
import { withUnreadDivider } from "@/lib/model/transcript/unread";
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

interface ConversationSource {
  /** Oldest first. */
  runs: readonly NumberedRun[];
  transcripts: Transcripts;
  /** How many runs are before and after these. */
  earlier: number;
  later: number;
}

const noRuns: readonly NumberedRun[] = [];

/** The conversation's items after folding and filtering, and the marked item. */
export function useConversationView(agentId: string, { runs, transcripts, earlier, later }: ConversationSource) {
  const [folds] = useState(() => new Folds());
  const [foldChanges, setFoldChanges] = useState(0);
  const [filter, setFilter] = useState<RowFilter>("all");
  const [marked, setMarked] = useState<RowPlace>();

  // What the user reads in the middle isn't the last row they have seen.
  const seen = useSeenRow(agentId, later > 0 ? noRuns : runs, transcripts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the folds are mutable; the counter tracks their changes
  const items = useMemo((): readonly ConversationItem[] => {
    const all = conversationItems(runs, transcripts, { isOpen: folds.isOpen, filter });
    const runIds = runs.map(({ id }) => id);
    const divided = filter === "all" ? withUnreadDivider(all, runIds, seen) : all;
    const nothing = filter !== "all" && !all.some(({ kind }) => kind === "row");
    const shown: readonly ConversationItem[] = nothing ? [{ kind: "none", key: "none" }] : divided;
    if (runs.length === 0) return [{ kind: "loading", key: "loading" }];
    return [
      ...(earlier > 0 ? [{ kind: "earlier", key: "earlier", count: earlier } as const] : []),
      ...shown,
      ...(later > 0 ? [{ kind: "later", key: "later", count: later } as const] : []),
    ];
  }, [runs, transcripts, earlier, later, folds, filter, foldChanges, seen]);

  const fold = useCallback(
    (key: string, open: boolean) => {
      folds.choose(key, open);
      setFoldChanges((count) => count + 1);
    },
    [folds],
  );
  /** Marks a row and opens the group of its item. */
  const mark = (runId: string, path: RowPath) => {
    const [top] = path;
    const work = groupAround(transcripts.get(runId)?.rows ?? [], top);
    if (work) fold(workKey(runId, work), true);
    if (!matchesFilter(top, filter)) setFilter("all");
    setMarked(placeOf(runId, path));
  };
  return { items, filter, setFilter, marked, mark, fold };
}
