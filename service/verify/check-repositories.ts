import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { refUpdates } from "../core/store/tables/ref-updates";
import { repositories } from "../core/store/tables/repositories";
import { listReferences } from "../git/references";
import { GitError, runGit } from "../git/run-git";
import type { WithGit } from "../git/with-git";
import { diffRefs } from "../hosting/git-data/record-missed-ref-updates";
import type { Report } from "./problem";

type Needs = Pick<Context, "db"> & Pick<WithGit, "repositories">;

/** Findings of fsck that old, honest histories hold; pushes put up with the same. */
const tolerated = ["badTimezone", "missingSpaceBeforeDate", "zeroPaddedFilemode"];

/** How often a repository is checked that changes each time. */
const mostChecks = 5;

async function objectProblems(dir: string): Promise<string[]> {
  const config = Object.fromEntries(tolerated.map((finding) => [`fsck.${finding}`, "ignore"]));
  try {
    await runGit(["fsck", "--full", "--no-dangling", "--no-progress"], { cwd: dir, config });
    return [];
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return [`git fsck: ${error.stderr.trim().split("\n").slice(0, 5).join("; ") || `exit code ${error.code}`}`];
  }
}

/** The newest recorded move of each reference. */
const newestMoves = ({ db }: Needs, id: string) =>
  db
    .selectDistinctOn([refUpdates.ref])
    .from(refUpdates)
    .where(eq(refUpdates.repositoryId, id))
    .orderBy(refUpdates.ref, desc(refUpdates.id));

async function referenceProblems(context: Needs, id: string, dir: string): Promise<string[]> {
  const rows = await newestMoves(context, id);
  const recorded = new Map(rows.map(({ ref, after }) => [ref, after]));
  const present = await listReferences(dir, "refs/heads", "refs/tags");
  const missed = recorded.size > 0 ? diffRefs(recorded, present) : [];
  const open = rows.filter(({ settled }) => !settled);
  return [
    ...missed.map(({ ref, before, after }) => `${ref} is at ${after}, and the database last saw it at ${before}`),
    ...(open.length > 0 ? [`${open.length} moves of references are not settled`] : []),
  ];
}

async function headProblems(dir: string, defaultBranch: string): Promise<string[]> {
  const { stdout } = await runGit(["symbolic-ref", "HEAD"], { cwd: dir, okCodes: [0, 1, 128] });
  const head = stdout.toString("utf8").trim();
  if (head === `refs/heads/${defaultBranch}`) return [];
  return [`HEAD is ${head || "no branch"}, and the default branch is ${defaultBranch}`];
}

/** What a repository and its record hold, as far as a check reads it: the same text while nothing changes. */
async function stateOf(context: Needs, id: string, dir: string): Promise<string> {
  const objects = await readdir(join(dir, "objects"), { recursive: true }).catch(() => []);
  return JSON.stringify([objects.sort(), await listReferences(dir), await newestMoves(context, id)]);
}

/**
 * Problems of a repository that has a folder. A running service may repack it or take a push during the check, which
 * looks like damage: a repository that changed meanwhile is checked again.
 */
async function checkRepository(context: Needs, id: string, defaultBranch: string): Promise<string[]> {
  const dir = context.repositories.path(id);
  for (let check = 1; ; check += 1) {
    const before = await stateOf(context, id, dir);
    const problems = [
      ...(await objectProblems(dir)),
      ...(await headProblems(dir, defaultBranch)),
      ...(await referenceProblems(context, id, dir)),
    ];
    const isSettled = problems.length === 0 || before === (await stateOf(context, id, dir));
    if (isSettled || check === mostChecks) return problems;
  }
}

/** Every row has a folder that git finds whole, every folder a row, and the recorded references are those of git. */
export async function checkRepositories(context: Needs, report: Report): Promise<number> {
  const rows = await context.db
    .select({ id: repositories.id, defaultBranch: repositories.defaultBranch })
    .from(repositories);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of await context.repositories.list()) {
    if (!known.has(id)) report(`repository ${id}`, "has a folder and no row");
  }
  for (const { id, defaultBranch } of rows) {
    const problems = (await context.repositories.exists(id))
      ? await checkRepository(context, id, defaultBranch)
      : ["has a row and no folder"];
    for (const problem of problems) report(`repository ${id}`, problem);
  }
  return rows.length;
}
