/**
 * The service's side of sequence numbers: `stored` frames of a run are stored, and `count` come from sequence `first` on.
 * Answers how many of them are stored already and are dropped, or that frames are missing in between.
 */
export function repeatedFrames(stored: number, first: number, count: number): number | "gap" {
  if (first > stored + 1) return "gap";
  return Math.min(count, stored + 1 - first);
}
