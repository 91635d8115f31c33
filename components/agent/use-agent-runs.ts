"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { latestRunsQuery, numberedRunQuery } from "@/components/transcript/run-queries";
import { useRunsByNumber } from "@/components/transcript/use-runs-by-number";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import type { RunReference } from "@/lib/model/runs/run-reference";
import {
  type ChosenWindow,
  latestWindow,
  shownWindow,
  windowAround,
  windowStep,
  withEarlier,
  withLater,
} from "@/lib/model/runs/run-window";

const noRuns: readonly NumberedRun[] = [];

/**
 * The runs of an agent that its page shows: a few, around the one the user goes to. `initial`: the run to show first, by default the
 * latest.
 */
export function useAgentRuns(agentId: string, initial: RunReference | undefined) {
  const loaded = useQuery(latestRunsQuery(agentId));
  const { total, items: newest = noRuns } = loaded.data ?? {};
  const [chosen, setChosen] = useState<ChosenWindow>();
  const [sought, setSought] = useState(initial);
  const { first, last } = total !== undefined && chosen ? shownWindow(chosen, total) : { first: 1, last: 0 };
  const window = useMemo(() => ({ first, last }), [first, last]);
  const { runs: known, error } = useRunsByNumber(agentId, { total, newest, window });
  const soughtNumber = useRunNumber(agentId, {
    sought,
    total,
    newest,
    onMissing: useCallback(() => setSought(undefined), []),
  });

  if (total !== undefined && soughtNumber !== undefined) {
    setSought(undefined);
    if (!chosen || soughtNumber < first || soughtNumber > last) setChosen(windowAround(soughtNumber, total));
  } else if (total !== undefined && !chosen && !sought) {
    setChosen(latestWindow(total));
  }

  const continues = chosen?.last === undefined;
  const shown = useMemo(() => {
    // A run without a number has just been created, or the runs are still being counted.
    const unnumbered = continues ? newest.filter(({ number }) => number === undefined) : [];
    if (total === undefined) return unnumbered.slice(-windowStep);
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    return [...numbers.flatMap((number) => known.get(number) ?? []), ...unnumbered];
  }, [newest, known, total, continues, first, last]);
  const latest = newest.at(-1);
  const followed = useMemo(
    () => (latest === undefined || shown.some(({ id }) => id === latest.id) ? shown : [...shown, latest]),
    [shown, latest],
  );

  const move = (by: (window: ChosenWindow, total: number) => ChosenWindow) => {
    if (chosen && total !== undefined) setChosen(by(chosen, total));
  };
  return {
    error: loaded.error ?? error,
    total,
    /** The newest runs, oldest first. */
    newest,
    /** The runs of the transcript, oldest first. */
    shown,
    /** The runs whose transcripts are needed: the shown ones and the latest. */
    followed,
    /** How many runs are before and after the shown ones. */
    earlier: total === undefined || !chosen ? 0 : first - 1,
    later: total === undefined || !chosen ? 0 : total - last,
    showEarlier: () => move(withEarlier),
    showLater: () => move(withLater),
    showLatest: () => move((window, count) => (window.last === undefined ? window : latestWindow(count))),
    /** Loads a run so that it can be shown. */
    include: setSought,
  };
}

interface RunNumberOptions {
  sought: RunReference | undefined;
  total: number | undefined;
  newest: readonly NumberedRun[];
  /** Must be stable. */
  onMissing: () => void;
}

/** The number of a run once it is known. */
function useRunNumber(agentId: string, { sought, total, newest, onMissing }: RunNumberOptions): number | undefined {
  const runId = sought && "runId" in sought ? sought.runId : undefined;
  const known = newest.find(({ id }) => id === runId)?.number;
  const asked = runId !== undefined && known === undefined;
  const { data, error } = useQuery({ ...numberedRunQuery(agentId, runId ?? ""), enabled: asked });
  const number = sought && "number" in sought ? sought.number : undefined;
  const isTooLarge = number !== undefined && total !== undefined && number > total;
  const problem = asked ? error : null;
  useEffect(() => {
    if (!problem && !isTooLarge) return;
    const missing = isTooLarge || (problem instanceof CallError && problem.status === 404);
    toast.error(missing ? "Run not found." : `Couldn't find the run. ${problem?.message}`);
    onMissing();
  }, [problem, isTooLarge, onMissing]);
  if (number !== undefined) return isTooLarge ? undefined : number;
  return known ?? (asked ? data?.items[0]?.number : undefined);
}
