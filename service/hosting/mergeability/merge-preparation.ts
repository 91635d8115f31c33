import { and, asc, eq } from "drizzle-orm";
import type { Service } from "../../core/context";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import { mergeTrees, writeCommit } from "../../git/merge-trees";
import { inQuarantine } from "../../git/quarantine";
import { readReference } from "../../git/references";
import { runGit } from "../../git/run-git";
import { type FoundPullRequest, selectPullRequests } from "../pulls/pull-request-row";
import { serviceSignature } from "./signature";

/** Builds potential merge commits behind the requests, one repository's after the other. */
export interface MergePreparation {
  /** Looks for versions that have none yet. */
  wake(repositoryId: string): void;
  /** Resolves when everything that was woken is done. */
  idle(): Promise<void>;
}

type Preparing = Pick<Service, "db" | "clock" | "repositories" | "refLocks" | "log" | "settings">;

async function prepare(service: Preparing, { pull, version }: FoundPullRequest): Promise<void> {
  const dir = service.repositories.path(pull.repositoryId);
  const baseSha = await readReference(dir, `refs/heads/${pull.baseRef}`);
  if (!baseSha) return;
  const merged = await inQuarantine(dir, async ({ env, keep }) => {
    const merge = await mergeTrees(env, baseSha, version.headSha);
    if ("conflictedPaths" in merge) return undefined;
    const sha = await writeCommit(env, {
      tree: merge.tree,
      parents: [baseSha, version.headSha],
      by: serviceSignature(service),
      message: `Merge ${pull.headRef} into ${pull.baseRef}\n`,
    });
    await keep();
    await runGit(["update-ref", "--no-deref", `refs/pull/${pull.number}/merge`, sha], {
      cwd: dir,
      env: { GIT_DIR: dir },
    });
    return sha;
  });
  await service.db
    .update(pullRequestVersions)
    .set(
      merged ? { mergeState: "prepared", mergeSha: merged, mergeBaseSha: baseSha } : { mergeState: "merge_conflict" },
    )
    .where(and(eq(pullRequestVersions.pullRequestId, pull.id), eq(pullRequestVersions.number, version.number)));
}

export function createMergePreparation(service: () => Preparing): MergePreparation {
  const underWay = new Set<Promise<void>>();

  async function prepareAll(repositoryId: string): Promise<void> {
    const open = await selectPullRequests(
      service().db,
      and(
        eq(pullRequests.repositoryId, repositoryId),
        eq(pullRequests.state, "open"),
        eq(pullRequestVersions.mergeState, "unknown"),
      ),
    ).orderBy(asc(pullRequests.number));
    for (const found of open) {
      await prepare(service(), found).catch((error: unknown) => {
        service().log.warn({ err: error, pullRequest: found.pull.id }, "no potential merge commit could be built");
      });
    }
  }

  return {
    wake(repositoryId) {
      const work = service()
        .refLocks.run(`merge ${repositoryId}`, () => prepareAll(repositoryId))
        .catch((error: unknown) => {
          service().log.error({ err: error, repositoryId }, "potential merge commits could not be built");
        })
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
