"use client";

import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { NumberedRun, NumberedRuns } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { chunksOf, type RunWindow } from "@/lib/model/runs/run-window";
import { runChunkQuery } from "./run-queries";

const combine = (results: readonly UseQueryResult<NumberedRuns>[]) => ({
  items: results.flatMap(({ data }) => data?.items ?? []),
  error: results.find(({ error }) => error !== null)?.error ?? null,
});

interface RunsByNumberOptions {
  /** How many runs the agent has; `undefined` while they are counted. */
  total: number | undefined;
  /** The newest runs, which aren't loaded again. */
  newest: readonly NumberedRun[];
  /** The runs to load. */
  window: RunWindow;
}

/** The loaded runs of an agent by their numbers: the newest ones and those of the window. */
export function useRunsByNumber(agentId: string, { total, newest, window }: RunsByNumberOptions) {
  const firstKnown = newest.find(({ number }) => number !== undefined)?.number ?? Number.POSITIVE_INFINITY;
  const chunks =
    total === undefined ? [] : chunksOf({ first: window.first, last: Math.min(window.last, firstKnown - 1) });
  const { items, error } = useQueries({
    queries: chunks.map((first) => runChunkQuery(agentId, first)),
    combine,
  });
  const runs = useMemo(() => {
    const byNumber = new Map<number, NumberedRun>();
    for (const run of [...items, ...newest]) if (run.number !== undefined) byNumber.set(run.number, run);
    return byNumber;
  }, [items, newest]);
  return { runs, error };
}
