import { and, eq } from "drizzle-orm";
import { readReference } from "@/git/refs/references";
import { runGit } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../core/context";
import { pullRequests, pullRequestVersions } from "../core/store/tables/pull-requests";
import { refUpdates } from "../core/store/tables/ref-updates";
import { repositories } from "../core/store/tables/repositories";
import type { Report } from "./problem";

type VerifyContext = Pick<Context, "db"> & Pick<WithGit, "repositories">;

/** Returns the commits that are missing in git. */
async function missingCommits(dir: string, ids: ReadonlySet<string>): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const { stdout } = await runGit(["cat-file", "--batch-check=%(objectname) %(objecttype)"], {
    cwd: dir,
    input: `${[...ids].join("\n")}\n`,
  });
  const lines = stdout.toString("utf8").trim().split("\n");
  return new Set(lines.flatMap((line) => (line.endsWith(" commit") ? [] : [line.split(" ")[0] ?? ""])));
}

async function checkRepository(
  { db, repositories: store }: VerifyContext,
  id: string,
  report: Report,
): Promise<number> {
  const dir = store.path(id);
  const pulls = await db.select().from(pullRequests).where(eq(pullRequests.repositoryId, id));
  const versions = await db
    .select({ version: pullRequestVersions })
    .from(pullRequestVersions)
    .innerJoin(pullRequests, eq(pullRequests.id, pullRequestVersions.pullRequestId))
    .where(eq(pullRequests.repositoryId, id));
  const unfollowed = await db
    .selectDistinct({ ref: refUpdates.ref })
    .from(refUpdates)
    .where(and(eq(refUpdates.repositoryId, id), eq(refUpdates.followed, false)));
  const pending = new Set(unfollowed.map(({ ref }) => ref));
  const commits = new Set(versions.flatMap(({ version }) => [version.headSha, version.baseSha]));
  for (const { mergeCommitSha } of pulls) if (mergeCommitSha) commits.add(mergeCommitSha);
  const missing = await missingCommits(dir, commits);
  for (const pull of pulls) {
    const subject = `pull request ${id}#${pull.number}`;
    const own = versions.flatMap(({ version }) => (version.pullRequestId === pull.id ? [version] : []));
    for (const { number, headSha, baseSha } of own) {
      if (missing.has(headSha) || missing.has(baseSha)) report(subject, `commits of version ${number} are missing`);
    }
    const latest = own.find(({ number }) => number === pull.version);
    if (!latest) report(subject, `version ${pull.version} is missing`);
    if (pull.state === "merged") {
      if (!pull.mergeCommitSha) report(subject, "is merged but has no merge commit");
      else if (missing.has(pull.mergeCommitSha)) report(subject, "merge commit is missing");
    }
    const ref = `refs/heads/${pull.headRef}`;
    if (pull.state !== "open" || pending.has(ref)) continue;
    const tip = await readReference(dir, ref);
    if (tip === undefined) report(subject, `is open but ${ref} doesn't exist`);
    else if (latest && tip !== latest.headSha) {
      report(subject, `${ref} is at ${tip} but the latest version is at ${latest.headSha}`);
    }
  }
  return pulls.length;
}

/** Checks that git has the commits of all versions and merges, and that open pull requests match their branches. */
export async function checkPullRequests(context: VerifyContext, report: Report): Promise<number> {
  let count = 0;
  for (const { id } of await context.db.select({ id: repositories.id }).from(repositories)) {
    if (await context.repositories.exists(id)) count += await checkRepository(context, id, report);
  }
  return count;
}
