import { and, asc, eq } from "drizzle-orm";
import { mergeTrees, writeCommit } from "@/git/merges/merge-trees";
import { inQuarantine } from "@/git/objects/quarantine";
import { readReference } from "@/git/refs/references";
import { GitLimitExceeded, runGit } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import type { MergePreparation } from "../../core/hosting-context";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import { requireFreeSpace } from "../access/repository-limits";
import { type FoundPullRequest, selectPullRequests } from "../pulls/pull-request-row";
import { dismissStaleReviews } from "./dismiss-stale-reviews";
import { serviceSignature } from "./signature";

type Dependencies = Pick<Context, "db" | "clock" | "ids" | "log" | "settings"> & WithGit;

async function prepare(context: Dependencies, { pull, version }: FoundPullRequest): Promise<void> {
  const dir = context.repositories.path(pull.repositoryId);
  const ref = `refs/pull/${pull.number}/merge`;
  const options = { cwd: dir, env: { GIT_DIR: dir } };
  // The preview of an earlier version isn't served for this one, which may conflict.
  if (await readReference(dir, ref)) await runGit(["update-ref", "--no-deref", "-d", ref], options);
  const baseSha = await readReference(dir, `refs/heads/${pull.baseRef}`);
  if (!baseSha) return;
  const merged = await inQuarantine(dir, async ({ env, keep }) => {
    const merge = await mergeTrees(env, baseSha, version.headSha);
    if ("conflictedPaths" in merge) return undefined;
    const sha = await writeCommit(env, {
      tree: merge.tree,
      parents: [baseSha, version.headSha],
      by: serviceSignature(context),
      message: `Merge ${pull.headRef} into ${pull.baseRef}\n`,
    });
    await requireFreeSpace(context, dir);
    await keep();
    await runGit(["update-ref", "--no-deref", ref, sha], options);
    return sha;
  });
  await context.db
    .update(pullRequestVersions)
    .set(
      merged ? { mergeState: "prepared", mergeSha: merged, mergeBaseSha: baseSha } : { mergeState: "merge_conflict" },
    )
    .where(and(eq(pullRequestVersions.pullRequestId, pull.id), eq(pullRequestVersions.number, version.number)));
}

export function createMergePreparation(context: Dependencies): MergePreparation {
  const pending = new Set<Promise<void>>();
  /** Versions whose merge is too large to compute. They aren't retried. */
  const tooLarge = new Set<string>();

  async function prepareAll(repositoryId: string): Promise<void> {
    const open = await selectPullRequests(
      context.db,
      and(
        eq(pullRequests.repositoryId, repositoryId),
        eq(pullRequests.state, "open"),
        eq(pullRequestVersions.mergeState, "unknown"),
      ),
    ).orderBy(asc(pullRequests.number));
    for (const found of open) {
      const name = `${found.pull.id} ${found.version.number}`;
      if (tooLarge.has(name)) continue;
      await dismissStaleReviews(context, found).catch((error: unknown) => {
        context.log.error({ err: error, pullRequest: found.pull.id }, "couldn't dismiss stale reviews");
      });
      await prepare(context, found).catch((error: unknown) => {
        if (error instanceof GitLimitExceeded) tooLarge.add(name);
        context.log.warn({ err: error, pullRequest: found.pull.id }, "couldn't build test merge commit");
      });
    }
  }

  return {
    wake(repositoryId) {
      const work = context.locks.mergePreparations
        .run(repositoryId, () => prepareAll(repositoryId))
        .catch((error: unknown) => {
          context.log.error({ err: error, repositoryId }, "couldn't build test merge commits");
        })
        .finally(() => pending.delete(work));
      pending.add(work);
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
