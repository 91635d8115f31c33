import type { TokenCounts } from "@/lib/contract/dashboard/usage/usage";

type Stored = { [Kind in Exclude<keyof TokenCounts, "totalTokens">]: number | null };

/** Usage of a run; undefined until known. */
export function runCounts(run: Stored): TokenCounts | undefined {
  const { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens } = run;
  if (inputTokens === null || outputTokens === null || cacheWriteTokens === null || cacheReadTokens === null) {
    return undefined;
  }
  const totalTokens = inputTokens + outputTokens + cacheWriteTokens + cacheReadTokens;
  return { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, totalTokens };
}
