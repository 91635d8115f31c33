/** A run that was launched or opened in this browser before it ended. */
export interface WatchedRun {
  agentId: string;
  runId: string;
  name: string;
}

/** When there are more, the oldest are dropped. */
export const maxWatchedRuns = 20;
const storageKey = "slipway.watched-runs";

function isWatched(value: unknown): value is WatchedRun {
  if (typeof value !== "object" || value === null) return false;
  const { agentId, runId, name }: Partial<Record<keyof WatchedRun, unknown>> = value;
  return typeof agentId === "string" && typeof runId === "string" && typeof name === "string";
}

/** The stored text may be from an older version or edited by hand. */
export function readWatched(text: string | null): WatchedRun[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isWatched).slice(-maxWatchedRuns) : [];
  } catch {
    return [];
  }
}

export function addRun(runs: readonly WatchedRun[], run: WatchedRun): WatchedRun[] {
  return [...runs.filter(({ runId }) => runId !== run.runId), run].slice(-maxWatchedRuns);
}

export const watchedRuns = (): WatchedRun[] => readWatched(localStorage.getItem(storageKey));

export function watchRun(run: WatchedRun): void {
  const known = watchedRuns();
  if (known.some(({ runId, name }) => runId === run.runId && name === run.name)) return;
  localStorage.setItem(storageKey, JSON.stringify(addRun(known, run)));
}

export function unwatchRun(runId: string): void {
  localStorage.setItem(storageKey, JSON.stringify(watchedRuns().filter((each) => each.runId !== runId)));
}
