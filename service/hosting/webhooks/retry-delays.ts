const second = 1_000;
const minute = 60 * second;

/**
 * Delay after each failed attempt, for seven retries. The specification lists six delays; the seventh repeats the longest.
 */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  minute,
  2 * minute,
  4 * minute,
  8 * minute,
  8 * minute,
];
