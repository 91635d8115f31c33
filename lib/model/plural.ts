/** The word for `count` things: `one`, or its plural, which is `one` with an s unless given. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** A count with its word: `1 file`, `3 files`. */
export const counted = (count: number, one: string, many?: string): string => `${count} ${plural(count, one, many)}`;
