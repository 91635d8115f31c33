import { desc, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { refUpdates } from "../core/store/tables/ref-updates";
import { repositories } from "../core/store/tables/repositories";
import { listReferences } from "../git/references";
import { GitError, runGit } from "../git/run-git";
import type { WithGit } from "../git/with-git";
import { missedMoves } from "../hosting/git-data/record-missed-moves";
import type { Report } from "./problem";

type Needs = Pick<Context, "db"> & Pick<WithGit, "repositories">;

/** Findings of fsck that old, honest histories hold; pushes put up with the same. */
const tolerated = ["badTimezone", "missingSpaceBeforeDate", "zeroPaddedFilemode"];

async function checkObjects(dir: string, subject: string, report: Report): Promise<void> {
  const config = Object.fromEntries(tolerated.map((finding) => [`fsck.${finding}`, "ignore"]));
  try {
    await runGit(["fsck", "--full", "--no-dangling", "--no-progress"], { cwd: dir, config });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    report(subject, `git fsck: ${error.stderr.trim().split("\n").slice(0, 5).join("; ") || `exit code ${error.code}`}`);
  }
}

async function checkReferences({ db }: Needs, id: string, dir: string, report: Report): Promise<void> {
  const subject = `repository ${id}`;
  const rows = await db
    .selectDistinctOn([refUpdates.ref])
    .from(refUpdates)
    .where(eq(refUpdates.repositoryId, id))
    .orderBy(refUpdates.ref, desc(refUpdates.id));
  const recorded = new Map(rows.map(({ ref, after }) => [ref, after]));
  const present = await listReferences(dir, "refs/heads", "refs/tags");
  if (recorded.size > 0) {
    for (const { ref, before, after } of missedMoves(recorded, present)) {
      report(subject, `${ref} is at ${after}, and the database last saw it at ${before}`);
    }
  }
  const open = rows.filter(({ settled }) => !settled);
  if (open.length > 0) report(subject, `${open.length} moves of references are not settled`);
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
    const subject = `repository ${id}`;
    if (!(await context.repositories.exists(id))) {
      report(subject, "has a row and no folder");
      continue;
    }
    const dir = context.repositories.path(id);
    await checkObjects(dir, subject, report);
    const { stdout } = await runGit(["symbolic-ref", "HEAD"], { cwd: dir, okCodes: [0, 1, 128] });
    const head = stdout.toString("utf8").trim();
    if (head !== `refs/heads/${defaultBranch}`) {
      report(subject, `HEAD is ${head || "no branch"}, and the default branch is ${defaultBranch}`);
    }
    await checkReferences(context, id, dir, report);
  }
  return rows.length;
}
