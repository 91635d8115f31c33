const second = 1_000;
const minute = 60 * second;

/** Delay after each failed attempt: seven attempts in about 16 minutes (specification, section 6; contract, section 1.6). */
export const retryDelaysMs: readonly number[] = [5 * second, 30 * second, minute, 2 * minute, 4 * minute, 8 * minute];
