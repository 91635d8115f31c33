/** The numbers of the runs that a transcript shows. Empty if `last` is before `first`. */
export interface RunWindow {
  first: number;
  last: number;
}

/** What the user chose to see. A window without `last` continues with new runs. */
export interface ChosenWindow {
  first: number;
  last: number | undefined;
}

/** How many runs are shown at first, and how many more with each "Show earlier runs". */
export const windowStep = 8;
/** More runs than this are never loaded at once. */
export const maxWindow = 24;
/** How many runs are shown before one that a user goes to. */
const before = 2;

/** The newest runs. */
export function latestWindow(total: number): ChosenWindow {
  return { first: Math.max(1, total - windowStep + 1), last: undefined };
}

/** A window that ends with the last run continues with new ones. */
const chosen = (first: number, last: number, total: number): ChosenWindow => ({
  first,
  last: last >= total ? undefined : last,
});

/** The runs to show of all `total` ones. The first ones are dropped when a window that continues becomes too large. */
export function shownWindow({ first, last = Number.POSITIVE_INFINITY }: ChosenWindow, total: number): RunWindow {
  const end = Math.min(last, total);
  return { first: Math.max(first, end - maxWindow + 1), last: end };
}

/** A window with the run of that number. An unknown number becomes the nearest one. */
export function windowAround(number: number, total: number): ChosenWindow {
  const target = Math.min(Math.max(1, number), Math.max(1, total));
  const first = Math.max(1, Math.min(target - before, total - windowStep + 1));
  return chosen(first, Math.min(total, first + windowStep - 1), total);
}

/** Shows earlier runs, and no longer the last ones if these would be too many. */
export function withEarlier(window: ChosenWindow, total: number): ChosenWindow {
  const shown = shownWindow(window, total);
  const first = Math.max(1, shown.first - windowStep);
  return chosen(first, Math.min(shown.last, first + maxWindow - 1), total);
}

/** Shows later runs, and no longer the first ones if these would be too many. */
export function withLater(window: ChosenWindow, total: number): ChosenWindow {
  const shown = shownWindow(window, total);
  const last = Math.min(total, shown.last + windowStep);
  return chosen(Math.max(shown.first, last - maxWindow + 1), last, total);
}

export const chunkSize = 50;

/** The first numbers of the chunks that have runs of the window, in order. */
export function chunksOf({ first, last }: RunWindow): number[] {
  const start = Math.floor((first - 1) / chunkSize) * chunkSize + 1;
  return last < first
    ? []
    : Array.from({ length: Math.ceil((last - start + 1) / chunkSize) }, (_, index) => start + index * chunkSize);
}
