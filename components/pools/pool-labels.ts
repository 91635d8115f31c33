import type { Pool } from "@/lib/contract/pools/pool";

/** `owner/name` of the repository a pool is bound to. */
export function servedBy({ repoOwner, repoName }: Pick<Pool, "repoOwner" | "repoName">): string | undefined {
  return repoOwner && repoName ? `${repoOwner}/${repoName}` : undefined;
}

/** The order in which pools are listed: the team's first, `pool-2` before `pool-10`. */
export function comparePools(a: Pool, b: Pool): number {
  const words = (pool: Pool) =>
    [pool.scope === "user" ? 1 : 0, pool.poolName, servedBy(pool) ?? "", pool.ownerId].join(" ");
  return words(a).localeCompare(words(b), "en", { numeric: true });
}

/** Identifies a pool: several can have the same name. */
export const poolKey = ({ scope, ownerId, poolName, repoOwner = "", repoName = "" }: Pool) =>
  [scope, ownerId, poolName, repoOwner, repoName].join(" ");

/** How long a window is, in the largest unit that says it exactly; small ones stay as they were typed. */
export function windowText(seconds: number): string {
  if (seconds >= 7_200 && seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  if (seconds >= 120 && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** What happens to a claim whose worker disconnects. */
export function windowLabel({ workerReadyTimeoutSeconds: seconds }: Pool): string {
  return seconds === 0
    ? "A follow-up for a worker that is away goes to any worker at once, without its files."
    : `A follow-up waits ${windowText(seconds)} for a worker that is away.`;
}
