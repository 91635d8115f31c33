/** What can be searched: `in:output`. */
export const searchKinds = ["prompt", "message", "command", "output", "error", "pr", "agent"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const maxQueryLength = 300;
