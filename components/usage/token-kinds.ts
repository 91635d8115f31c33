import type { TokenCounts } from "@/lib/contract/dashboard/usage";

interface TokenKind {
  name: keyof Omit<TokenCounts, "totalTokens">;
  label: string;
  /** The fill of its part of a bar. */
  fill: string;
}

/** The four kinds of tokens whose sum is the fifth. */
export const tokenKinds: readonly TokenKind[] = [
  { name: "inputTokens", label: "Input", fill: "var(--info)" },
  { name: "outputTokens", label: "Output", fill: "var(--warning)" },
  { name: "cacheWriteTokens", label: "Cache write", fill: "var(--muted-foreground)" },
  { name: "cacheReadTokens", label: "Cache read", fill: "var(--success)" },
];
