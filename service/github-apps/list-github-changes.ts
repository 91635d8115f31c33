import { and, asc, gt, isNotNull, max } from "drizzle-orm";
import { listGitHubChanges } from "@/lib/contract/admin/github-apps/list-github-changes";
import { implement } from "../core/http/implement";
import { githubDeliveries } from "../core/store/tables/github";

const limit = 500;

export const listGitHubChangesOperation = implement(listGitHubChanges, async ({ query }, { db }) => {
  const { position, change } = githubDeliveries;
  if (query.after === undefined) {
    const [last] = await db.select({ position: max(position) }).from(githubDeliveries);
    return { items: [], position: last?.position ?? 0 };
  }
  const rows = await db
    .select({ position, change })
    .from(githubDeliveries)
    .where(and(gt(position, query.after), isNotNull(change)))
    .orderBy(asc(position))
    .limit(limit);
  return {
    items: rows.flatMap(({ position: at, change: changed }) =>
      changed && at !== null ? [{ position: at, repository: changed.repository, pulls: changed.pulls }] : [],
    ),
    position: rows.at(-1)?.position ?? query.after,
  };
});
