import { and, eq } from "drizzle-orm";
import { type DiffStats, diffStats } from "@/git/diffs/diff-stats";
import { mergeBase } from "@/git/history/history";
import { GitError, GitLimitExceeded, runGit } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import type { diffErrors } from "@/lib/contract/hosting/pull-request";
import type { Context } from "../../core/context";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import type { PullRequestRow } from "./pull-request-row";

export interface MeasuredVersion extends DiffStats {
  headSha: string;
  baseSha: string;
  /** Why the stats couldn't be computed and are 0. */
  diffError?: (typeof diffErrors)[number];
}

/** Diff stats of a head since its merge base; `unrelated` if they have no common ancestor. */
export async function measureVersion(
  dir: string,
  { headSha, baseSha }: { headSha: string; baseSha: string },
): Promise<MeasuredVersion | "unrelated"> {
  const ancestor = await mergeBase(dir, baseSha, headSha);
  return ancestor === undefined ? "unrelated" : { headSha, baseSha, ...(await diffStats(dir, ancestor, headSha)) };
}

/**
 * Like {@link measureVersion}, for heads that have already moved: a version whose diff can't be computed has no stats.
 */
export async function measureMovedHead(
  { log }: Pick<Context, "log">,
  dir: string,
  shas: { headSha: string; baseSha: string },
): Promise<MeasuredVersion | "unrelated"> {
  try {
    return await measureVersion(dir, shas);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    log.error({ err: error, dir, ...shas }, "couldn't compute the diff of a pull request");
    const diffError = error instanceof GitLimitExceeded ? "too_large" : "unreadable";
    return { ...shas, additions: 0, deletions: 0, changedFiles: 0, diffError };
  }
}

/** Adds a version to a pull request. The transaction must hold the lock on its row. */
export async function recordVersion(
  tx: Transaction,
  pull: Pick<PullRequestRow, "id" | "version">,
  measured: MeasuredVersion,
  now: number,
): Promise<void> {
  const number = pull.version + 1;
  await tx.insert(pullRequestVersions).values({ pullRequestId: pull.id, number, ...measured, createdAt: now });
  await tx.update(pullRequests).set({ version: number, updatedAt: now }).where(eq(pullRequests.id, pull.id));
}

/** Lets the test merge of a pull request's latest version be built again. */
export async function resetMergePreview(tx: Transaction, pull: Pick<PullRequestRow, "id" | "version">): Promise<void> {
  const { pullRequestId, number } = pullRequestVersions;
  await tx
    .update(pullRequestVersions)
    .set({ mergeState: "unknown", mergeSha: null, mergeBaseSha: null })
    .where(and(eq(pullRequestId, pull.id), eq(number, pull.version)));
}

/** Creates refs that protect version commits from pruning, and updates `refs/pull/N/head`. */
export async function pinVersions(context: Pick<Context, "db" | "log"> & WithGit, repositoryId: string): Promise<void> {
  const unpinned = and(eq(pullRequests.repositoryId, repositoryId), eq(pullRequestVersions.kept, false));
  const rows = await context.db
    .select({
      id: pullRequests.id,
      pullNumber: pullRequests.number,
      latest: pullRequests.version,
      number: pullRequestVersions.number,
      headSha: pullRequestVersions.headSha,
      baseSha: pullRequestVersions.baseSha,
    })
    .from(pullRequestVersions)
    .innerJoin(pullRequests, eq(pullRequests.id, pullRequestVersions.pullRequestId))
    .where(unpinned);
  if (rows.length === 0) return;
  const dir = context.repositories.path(repositoryId);
  const pin = async (some: typeof rows) => {
    const lines = some.flatMap(({ pullNumber, latest, number, headSha, baseSha }) => [
      `update refs/internal/pull/${pullNumber}/v${number}/head ${headSha}`,
      `update refs/internal/pull/${pullNumber}/v${number}/base ${baseSha}`,
      ...(number === latest ? [`update refs/pull/${pullNumber}/head ${headSha}`] : []),
    ]);
    const input = `${lines.join("\n")}\n`;
    await runGit(["update-ref", "--no-deref", "--stdin"], { cwd: dir, env: { GIT_DIR: dir }, input });
  };
  await pin(rows).catch(async (error: unknown) => {
    if (!(error instanceof GitError)) throw error;
    // Skip versions whose commits are missing, so that the others are still protected.
    for (const row of rows) {
      await pin([row]).catch((problem: unknown) => {
        if (!(problem instanceof GitError)) throw problem;
        context.log.error(
          { err: problem, pullRequest: row.id, version: row.number },
          "couldn't protect pull request version from pruning",
        );
      });
    }
  });
  for (const { id, number } of rows) {
    await context.db
      .update(pullRequestVersions)
      .set({ kept: true })
      .where(and(eq(pullRequestVersions.pullRequestId, id), eq(pullRequestVersions.number, number)));
  }
}
