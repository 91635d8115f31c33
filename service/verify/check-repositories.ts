import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { listReferences } from "@/git/refs/references";
import { GitError, runGit } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import { counted } from "@/lib/model/plural";
import type { Context } from "../core/context";
import { refUpdates } from "../core/store/tables/ref-updates";
import { repositories } from "../core/store/tables/repositories";
import { diffRefs } from "../hosting/git-data/record-missed-ref-updates";
import type { Report } from "./problem";

type VerifyContext = Pick<Context, "db"> & Pick<WithGit, "repositories">;

/** fsck findings that are common in old histories. Pushes tolerate the same ones. */
const tolerated = ["badTimezone", "missingSpaceBeforeDate", "zeroPaddedFilemode"];

/** Maximum number of checks of a repository that keeps changing. */
const maxAttempts = 5;

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

/** Returns the latest recorded update of each reference. */
const latestUpdates = ({ db }: VerifyContext, id: string) =>
  db
    .selectDistinctOn([refUpdates.ref])
    .from(refUpdates)
    .where(eq(refUpdates.repositoryId, id))
    .orderBy(refUpdates.ref, desc(refUpdates.id));

async function referenceProblems(context: VerifyContext, id: string, dir: string): Promise<string[]> {
  const rows = await latestUpdates(context, id);
  const recorded = new Map(rows.map(({ ref, after }) => [ref, after]));
  const present = await listReferences(dir, "refs/heads", "refs/tags");
  const missed = recorded.size > 0 ? diffRefs(recorded, present) : [];
  const open = rows.filter(({ settled }) => !settled);
  return [
    ...missed.map(({ ref, before, after }) => `${ref} is at ${after} but recorded at ${before}`),
    ...(open.length > 0 ? [counted(open.length, "unsettled reference update")] : []),
  ];
}

async function headProblems(dir: string, defaultBranch: string): Promise<string[]> {
  const { stdout } = await runGit(["symbolic-ref", "HEAD"], { cwd: dir, okCodes: [0, 1, 128] });
  const head = stdout.toString("utf8").trim();
  if (head === `refs/heads/${defaultBranch}`) return [];
  return [`HEAD is ${head || "not a branch"} but the default branch is ${defaultBranch}`];
}

/** Returns a fingerprint of everything a check reads, to detect concurrent changes. */
async function stateOf(context: VerifyContext, id: string, dir: string): Promise<string> {
  const objects = await readdir(join(dir, "objects"), { recursive: true }).catch(() => []);
  return JSON.stringify([objects.sort(), await listReferences(dir), await latestUpdates(context, id)]);
}

/**
 * Returns the problems of a repository. A repack or push during the check looks like damage, so a repository that changed during the check is checked again.
 */
async function checkRepository(context: VerifyContext, id: string, defaultBranch: string): Promise<string[]> {
  const dir = context.repositories.path(id);
  for (let check = 1; ; check += 1) {
    const before = await stateOf(context, id, dir);
    const problems = [
      ...(await objectProblems(dir)),
      ...(await headProblems(dir, defaultBranch)),
      ...(await referenceProblems(context, id, dir)),
    ];
    const isSettled = problems.length === 0 || before === (await stateOf(context, id, dir));
    if (isSettled || check === maxAttempts) return problems;
  }
}

/** Checks that rows and folders match, that git finds no damage, and that recorded references match git. */
export async function checkRepositories(context: VerifyContext, report: Report): Promise<number> {
  const rows = await context.db
    .select({ id: repositories.id, defaultBranch: repositories.defaultBranch })
    .from(repositories);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of await context.repositories.list()) {
    if (!known.has(id)) report(`repository ${id}`, "has a folder but no database row");
  }
  for (const { id, defaultBranch } of rows) {
    const problems = (await context.repositories.exists(id))
      ? await checkRepository(context, id, defaultBranch)
      : ["has a database row but no folder"];
    for (const problem of problems) report(`repository ${id}`, problem);
  }
  return rows.length;
}
