/** The singular or plural for `count`. The default plural is `one` with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** A count with its noun: `1 file`, `3,000 files`. */
export const counted = (count: number, one: string, many?: string): string =>
  `${count.toLocaleString("en")} ${plural(count, one, many)}`;
