import { and, desc, eq } from "drizzle-orm";
import type { Service } from "../../core/context";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { readReference } from "../../git/references";
import { recordPullRequestEvent } from "./pull-request-event";
import { selectPullRequests } from "./pull-request-row";
import { setStackParent } from "./stack";
import { measureVersion, recordVersion } from "./version";

/** What was last merged from a branch. */
async function mergedFrom(service: Pick<Service, "db">, repositoryId: string, branch: string) {
  const [found] = await service.db
    .select()
    .from(pullRequests)
    .where(
      and(
        eq(pullRequests.repositoryId, repositoryId),
        eq(pullRequests.state, "merged"),
        eq(pullRequests.headRef, branch),
      ),
    )
    .orderBy(desc(pullRequests.mergedAt))
    .limit(1);
  return found;
}

/**
 * Pull requests onto a branch that was merged and deleted go on to where it was merged: each gets a new version and no
 * longer stands on a parent that is gone.
 */
export async function retargetFromMerged(
  service: Pick<Service, "db" | "clock" | "ids" | "repositories">,
  repositoryId: string,
  branch: string,
): Promise<void> {
  const inRepository = eq(pullRequests.repositoryId, repositoryId);
  const merged = await mergedFrom(service, repositoryId, branch);
  if (!merged) return;
  const dir = service.repositories.path(repositoryId);
  let { baseRef } = merged;
  let baseSha = await readReference(dir, `refs/heads/${baseRef}`);
  // The base may be the head of another one that was merged in the same move.
  for (const seen = new Set([branch]); !baseSha && !seen.has(baseRef); ) {
    seen.add(baseRef);
    const below = await mergedFrom(service, repositoryId, baseRef);
    if (!below) return;
    baseRef = below.baseRef;
    baseSha = await readReference(dir, `refs/heads/${baseRef}`);
  }
  if (!baseSha) return;
  const children = await selectPullRequests(
    service.db,
    and(inRepository, eq(pullRequests.state, "open"), eq(pullRequests.baseRef, branch)),
  );
  for (const { pull, version } of children) {
    const measured = await measureVersion(dir, { headSha: version.headSha, baseSha });
    if (measured === "unrelated") continue;
    await service.db.transaction(async (tx) => {
      const [row] = await tx.select().from(pullRequests).where(eq(pullRequests.id, pull.id)).for("update");
      if (row?.state !== "open" || row.version !== pull.version || row.baseRef !== branch) return;
      await tx.update(pullRequests).set({ baseRef }).where(eq(pullRequests.id, row.id));
      await recordVersion(tx, row, measured, service.clock.now());
      if (row.parentId === merged.id) await setStackParent(tx, service.ids, row, null);
      await recordPullRequestEvent(tx, service, "pull_request.base_ref.updated", row);
    });
  }
}
