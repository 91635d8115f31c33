/** A run that somebody launched or looked at in this browser while it was under way. */
export interface WatchedRun {
  agentId: string;
  runId: string;
  name: string;
}

/** More are not asked after; the oldest go first. */
export const mostWatched = 20;
const storageKey = "slipway.watched-runs";

function isWatched(value: unknown): value is WatchedRun {
  if (typeof value !== "object" || value === null) return false;
  const { agentId, runId, name }: Partial<Record<keyof WatchedRun, unknown>> = value;
  return typeof agentId === "string" && typeof runId === "string" && typeof name === "string";
}

/** What is kept may have been written by an older version, or by hand. */
export function readWatched(text: string | null): WatchedRun[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isWatched).slice(-mostWatched) : [];
  } catch {
    return [];
  }
}

export function withRun(runs: readonly WatchedRun[], run: WatchedRun): WatchedRun[] {
  return [...runs.filter(({ runId }) => runId !== run.runId), run].slice(-mostWatched);
}

export const watchedRuns = (): WatchedRun[] => readWatched(localStorage.getItem(storageKey));

export function watchRun(run: WatchedRun): void {
  const known = watchedRuns();
  if (known.some(({ runId, name }) => runId === run.runId && name === run.name)) return;
  localStorage.setItem(storageKey, JSON.stringify(withRun(known, run)));
}

export function forgetRun(runId: string): void {
  localStorage.setItem(storageKey, JSON.stringify(watchedRuns().filter((each) => each.runId !== runId)));
}
