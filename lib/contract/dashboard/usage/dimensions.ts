/** Dimensions usage can be grouped by. */
export const dimensions = ["repository", "model", "owner", "environment", "agent"] as const;
export type Dimension = (typeof dimensions)[number];
