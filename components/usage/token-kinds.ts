import type { TokenCounts } from "@/lib/contract/dashboard/usage/usage";

export interface TokenKind {
  name: keyof Omit<TokenCounts, "totalTokens">;
  label: string;
  /** Fill color in the chart. */
  fill: string;
}

/** The four kinds of tokens that add up to the total. */
export const tokenKinds: readonly TokenKind[] = [
  { name: "inputTokens", label: "Input", fill: "var(--info)" },
  { name: "outputTokens", label: "Output", fill: "var(--warning)" },
  { name: "cacheWriteTokens", label: "Cache write", fill: "var(--muted-foreground)" },
  { name: "cacheReadTokens", label: "Cache read", fill: "var(--success)" },
];

const cacheKinds: ReadonlySet<TokenKind["name"]> = new Set(["cacheWriteTokens", "cacheReadTokens"]);

/** The kinds to show: cache columns only if anything was cached. */
export function shownKinds(totals: TokenCounts): readonly TokenKind[] {
  return tokenKinds.filter(({ name }) => totals[name] > 0 || !cacheKinds.has(name));
}
