import type { TokenCounts } from "@/lib/contract/dashboard/usage";

interface TokenKind {
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
