import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import type { RefUpdate } from "@/git/refs/ref-update";
import { noObject, readReference } from "@/git/refs/references";
import { runGit } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import type { RuleBypass } from "@/lib/contract/hosting/rule-bypass";
import type { Context } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { recordRepositoryEvent } from "./repository-event";

type Dependencies = Pick<Context, "db" | "clock" | "ids" | "settings"> & WithGit;

/** Points git's `HEAD` at a branch, which may not exist. */
async function setHead(dir: string, branch: string): Promise<void> {
  await runGit(["symbolic-ref", "HEAD", `refs/heads/${branch}`], { cwd: dir, env: { GIT_DIR: dir } });
}

/**
 * Changes the default branch in the database, then in git. Returns false if the default branch is no longer `from`.
 * `within` can add to the transaction and returns the bypass of rules to report, if any. If it crashes in between, {@link syncHeads} fixes `HEAD` at the next start.
 */
export async function changeDefaultBranch(
  context: Dependencies,
  repositoryId: string,
  { from, to }: { from: string; to: string },
  within?: (tx: Transaction) => Promise<RuleBypass | undefined>,
): Promise<boolean> {
  return context.locks.references.run(repositoryId, async () => {
    const isChanged = await context.db.transaction(async (tx) => {
      const bypass = await within?.(tx);
      const changed = await tx
        .update(repositories)
        .set({ defaultBranch: to, updatedAt: context.clock.now() })
        .where(and(eq(repositories.id, repositoryId), eq(repositories.defaultBranch, from)))
        .returning({ id: repositories.id });
      if (changed.length === 0) return false;
      await recordRepositoryEvent(tx, context, "repository.metadata.updated", repositoryId, bypass);
      return true;
    });
    if (!isChanged) return false;
    await setHead(context.repositories.path(repositoryId), to);
    return true;
  });
}

/** The default branch after a first push: the only pushed branch, or else main or master. */
export function branchToAdopt(updates: readonly RefUpdate[]): string | undefined {
  if (updates.some(({ before }) => before !== noObject)) return undefined;
  const branches = updates.flatMap(({ ref }) =>
    ref.startsWith("refs/heads/") ? [ref.slice("refs/heads/".length)] : [],
  );
  if (branches.length === 1) return branches[0];
  return ["main", "master"].find((name) => branches.includes(name));
}

/** After a push that only created refs, changes the default branch if the stored one doesn't exist. */
export async function adoptDefaultBranch(
  context: Dependencies,
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

/** Updates `HEAD` of all repositories from the database. Runs at startup, in case of a previous crash. */
export async function syncHeads({ db, repositories: store }: Pick<Context, "db"> & WithGit): Promise<void> {
  const rows = await db.select({ id: repositories.id, branch: repositories.defaultBranch }).from(repositories);
  for (const { id, branch } of rows) {
    if (await store.exists(id)) await updateHead(store.path(id), branch);
  }
}

async function updateHead(dir: string, branch: string): Promise<void> {
  const head = (await readFile(join(dir, "HEAD"), "utf8")).trim();
  if (head !== `ref: refs/heads/${branch}`) await setHead(dir, branch);
}
