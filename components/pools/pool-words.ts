import type { Pool } from "@/lib/contract/pools/pool";

/** `owner/name` of the repository a pool is bound to. */
export function servedBy({ repoOwner, repoName }: Pick<Pool, "repoOwner" | "repoName">): string | undefined {
  return repoOwner && repoName ? `${repoOwner}/${repoName}` : undefined;
}

/** Tells pools of one name apart. */
export const poolKey = ({ scope, ownerId, poolName, repoOwner = "", repoName = "" }: Pool) =>
  [scope, ownerId, poolName, repoOwner, repoName].join(" ");

/** What becomes of a claim whose worker goes away. */
export function windowWords({ workerReadyTimeoutSeconds: seconds }: Pool): string {
  return seconds === 0
    ? "A follow-up for a worker that is away goes to any worker at once, without its files."
    : `A follow-up waits ${seconds} s for a worker that is away.`;
}
