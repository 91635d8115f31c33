import type { Pool } from "@/lib/contract/pools/pool";

/** `owner/name` of the repository a pool is bound to. */
export function servedBy({ repoOwner, repoName }: Pick<Pool, "repoOwner" | "repoName">): string | undefined {
  return repoOwner && repoName ? `${repoOwner}/${repoName}` : undefined;
}

/** Sorts team pools first, and `pool-2` before `pool-10`. */
export function comparePools(a: Pool, b: Pool): number {
  const sortKey = (pool: Pool) =>
    [pool.scope === "user" ? 1 : 0, pool.poolName, servedBy(pool) ?? "", pool.ownerId].join(" ");
  return sortKey(a).localeCompare(sortKey(b), "en", { numeric: true });
}

/** Unique key of a pool: several can have the same name. */
export const poolKey = ({ scope, ownerId, poolName, repoOwner = "", repoName = "" }: Pool) =>
  [scope, ownerId, poolName, repoOwner, repoName].join(" ");

/** A timeout in the largest unit that is exact; short timeouts stay in seconds. */
export function timeoutText(seconds: number): string {
  if (seconds >= 7_200 && seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  if (seconds >= 120 && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** What happens to follow-ups whose worker is offline. */
export function timeoutLabel({ workerReadyTimeoutSeconds: seconds }: Pool): string {
  return seconds === 0
    ? "If the worker is offline, follow-ups go to any worker immediately, without its files."
    : `If the worker is offline, follow-ups wait ${timeoutText(seconds)} for it to reconnect.`;
}
