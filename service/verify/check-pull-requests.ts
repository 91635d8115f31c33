import { and, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { pullRequests, pullRequestVersions } from "../core/store/tables/pull-requests";
import { refUpdates } from "../core/store/tables/ref-updates";
import { repositories } from "../core/store/tables/repositories";
import { readReference } from "../git/references";
import { runGit } from "../git/run-git";
import type { WithGit } from "../git/with-git";
import type { Report } from "./problem";

type Needs = Pick<Context, "db"> & Pick<WithGit, "repositories">;

/** Those of the commits that git does not have. */
async function missingCommits(dir: string, ids: ReadonlySet<string>): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const { stdout } = await runGit(["cat-file", "--batch-check=%(objectname) %(objecttype)"], {
    cwd: dir,
    input: `${[...ids].join("\n")}\n`,
  });
  const answers = stdout.toString("utf8").trim().split("\n");
  return new Set(answers.flatMap((line) => (line.endsWith(" commit") ? [] : [line.split(" ")[0] ?? ""])));
}

async function checkRepository({ db, repositories: store }: Needs, id: string, report: Report): Promise<number> {
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
  const moving = new Set(unfollowed.map(({ ref }) => ref));
  const wanted = new Set(versions.flatMap(({ version }) => [version.headSha, version.baseSha]));
  for (const { mergeCommitSha } of pulls) if (mergeCommitSha) wanted.add(mergeCommitSha);
  const missing = await missingCommits(dir, wanted);
  for (const pull of pulls) {
    const subject = `pull request ${id}#${pull.number}`;
    const own = versions.flatMap(({ version }) => (version.pullRequestId === pull.id ? [version] : []));
    for (const { number, headSha, baseSha } of own) {
      if (missing.has(headSha) || missing.has(baseSha)) report(subject, `commits of its version ${number} are missing`);
    }
    const latest = own.find(({ number }) => number === pull.version);
    if (!latest) report(subject, `its version ${pull.version} is missing`);
    if (pull.state === "merged") {
      if (!pull.mergeCommitSha) report(subject, "is merged and names no commit");
      else if (missing.has(pull.mergeCommitSha)) report(subject, "the commit it was merged by is missing");
    }
    const ref = `refs/heads/${pull.headRef}`;
    if (pull.state !== "open" || moving.has(ref)) continue;
    const tip = await readReference(dir, ref);
    if (tip === undefined) report(subject, `is open, and ${ref} is not there`);
    else if (latest && tip !== latest.headSha) {
      report(subject, `${ref} is at ${tip}, and its latest version at ${latest.headSha}`);
    }
  }
  return pulls.length;
}

/** Every version's commits are in git, what is merged has its commit, and open ones are where their branches are. */
export async function checkPullRequests(context: Needs, report: Report): Promise<number> {
  let count = 0;
  for (const { id } of await context.db.select({ id: repositories.id }).from(repositories)) {
    if (await context.repositories.exists(id)) count += await checkRepository(context, id, report);
  }
  return count;
}
