import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { notifyOfMerges } from "./agent-notifications";
import { agents } from "./index-schema";
import { nextChange, withChanges } from "./indexed-agents";
import { pullUrls, referencesPull } from "./references-pull";
import type { Store } from "./store";

interface KnownPulls {
  /** Open if any is, then merged, then closed. */
  state: PullFacts["state"] | null;
  pulls: readonly PullFacts[] | null;
}

/** The database returns JSON objects with reordered keys. */
const textOf = ({ state, pulls }: KnownPulls) =>
  JSON.stringify([
    state,
    pulls?.map((each) => [
      each.url,
      each.state,
      each.draft,
      each.additions,
      each.deletions,
      each.checks,
      each.review,
      each.mergeability,
      ...Object.entries(each.external ?? {}).sort(([one], [other]) => one.localeCompare(other)),
    ]),
  ]);

/**
 * Agents with pull requests whose state wasn't fetched yet, or not since the given times. Merged is final, and an
 * unknown state is fetched again when the agent or its pull request changes.
 */
export async function agentsWithDuePulls(
  store: Store,
  options: { source: string; openBefore: Date; closedBefore: Date; limit: number },
): Promise<{ id: string; urls: string[]; before: KnownPulls }[]> {
  const { source, openBefore, closedBefore, limit } = options;
  const { pullState, pullCheckedAt } = agents;
  const rows = await store.database
    .select()
    .from(agents)
    .where(
      and(
        eq(agents.source, source),
        sql`${pullUrls} like '%"prUrl"%'`,
        or(
          isNull(pullCheckedAt),
          and(eq(pullState, "open"), lt(pullCheckedAt, openBefore)),
          and(eq(pullState, "closed"), lt(pullCheckedAt, closedBefore)),
        ),
      ),
    )
    .orderBy(asc(sql`${pullCheckedAt} is not null`), asc(pullCheckedAt), sql`${agents.updatedAt} desc`)
    .limit(limit);
  return rows.map(({ id, branches, repos, pullState: state, pulls }) => ({
    id,
    urls: [...new Set([...(repos ?? []), ...(branches ?? [])].flatMap(({ prUrl }) => (prUrl ? [prUrl] : [])))],
    before: { state, pulls },
  }));
}

/** Pull requests that are merged now. One without a previous state may have been merged long ago. */
function mergedSince(before: KnownPulls, now: KnownPulls): string[] {
  const states = new Map(before.pulls?.map(({ url, state }) => [url, state]));
  const isNew = (url: string) => states.get(url) === "open" || states.get(url) === "closed";
  return (now.pulls ?? []).filter(({ url, state }) => state === "merged" && isNew(url)).map(({ url }) => url);
}

/** Stores an agent's pull requests; lists see only changes. */
export async function savePulls(
  store: Store,
  { id, before, now, at }: { id: string; before: KnownPulls; now: KnownPulls; at: Date },
): Promise<void> {
  if (textOf(before) === textOf(now)) {
    await store.database.update(agents).set({ pullCheckedAt: at }).where(eq(agents.id, id));
    return;
  }
  await withChanges(store, async (tx) => {
    const { state, pulls } = now;
    const set = { pullState: state, pulls: pulls && [...pulls], pullCheckedAt: at, change: nextChange };
    await tx.update(agents).set(set).where(eq(agents.id, id));
    await notifyOfMerges(tx, id, mergedSince(before, now), at);
  });
}

/** Schedules changed pull requests for another fetch of their state. */
export async function markPullsChanged(
  store: Store,
  source: string,
  changed: { owner: string; name: string; pulls: readonly string[] | "any" },
): Promise<void> {
  if (changed.pulls.length === 0) return;
  const found = await store.database
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.source, source), referencesPull(changed)));
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await store.database.update(agents).set({ pullCheckedAt: null }).where(inArray(agents.id, ids));
}
