import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";
import type { RefUpdate } from "../../git/push-hooks";
import { noObject, readReference } from "../../git/references";
import { runGit } from "../../git/run-git";
import type { WithGit } from "../../git/with-git";
import { recordRepositoryEvent } from "./repository-event";

type Needed = Pick<Context, "db" | "clock" | "ids" | "settings"> & WithGit;

/** Points git's `HEAD` at a branch, there or not. */
async function pointHead(dir: string, branch: string): Promise<void> {
  await runGit(["symbolic-ref", "HEAD", `refs/heads/${branch}`], { cwd: dir, env: { GIT_DIR: dir } });
}

/**
 * Makes a branch the default one in the database, then in git. Answers false when the default branch is no longer
 * `from`. A crash in between is made good by {@link alignHeads} at the next start.
 */
export async function changeDefaultBranch(
  context: Needed,
  repositoryId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return context.refLocks.run(repositoryId, async () => {
    const isChanged = await context.db.transaction(async (tx) => {
      const changed = await tx
        .update(repositories)
        .set({ defaultBranch: to, updatedAt: context.clock.now() })
        .where(and(eq(repositories.id, repositoryId), eq(repositories.defaultBranch, from)))
        .returning({ id: repositories.id });
      if (changed.length === 0) return false;
      await recordRepositoryEvent(tx, context, "repository.metadata.updated", repositoryId);
      return true;
    });
    if (!isChanged) return false;
    await pointHead(context.repositories.path(repositoryId), to);
    return true;
  });
}

/** The branch a first push makes the default one: its only branch, or main or master among several. */
export function branchToAdopt(updates: readonly RefUpdate[]): string | undefined {
  if (updates.some(({ before }) => before !== noObject)) return undefined;
  const branches = updates.flatMap(({ ref }) =>
    ref.startsWith("refs/heads/") ? [ref.slice("refs/heads/".length)] : [],
  );
  if (branches.length === 1) return branches[0];
  return ["main", "master"].find((name) => branches.includes(name));
}

/** After a push that only created references: adopts a branch when the stored default one is not there. */
export async function adoptDefaultBranch(
  context: Needed,
  repositoryId: string,
  updates: readonly RefUpdate[],
): Promise<void> {
  const to = branchToAdopt(updates);
  if (to === undefined) return;
  const [row] = await context.db
    .select({ from: repositories.defaultBranch })
    .from(repositories)
    .where(eq(repositories.id, repositoryId));
  if (!row || row.from === to) return;
  if (await readReference(context.repositories.path(repositoryId), `refs/heads/${row.from}`)) return;
  await changeDefaultBranch(context, repositoryId, { from: row.from, to });
}

/** At the start: `HEAD` follows the database, whatever a crash left. */
export async function alignHeads({ db, repositories: store }: Pick<Context, "db"> & WithGit): Promise<void> {
  const rows = await db.select({ id: repositories.id, branch: repositories.defaultBranch }).from(repositories);
  for (const { id, branch } of rows) {
    if (await store.exists(id)) await pointHeadIfElsewhere(store.path(id), branch);
  }
}

async function pointHeadIfElsewhere(dir: string, branch: string): Promise<void> {
  const head = (await readFile(join(dir, "HEAD"), "utf8")).trim();
  if (head !== `ref: refs/heads/${branch}`) await pointHead(dir, branch);
}
