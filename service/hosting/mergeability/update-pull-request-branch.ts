import { desc, eq } from "drizzle-orm";
import { isReachable, listOwnCommits, mergeBase } from "@/git/history/history";
import { mergeTrees, writeCommit } from "@/git/merges/merge-trees";
import { replayCommits } from "@/git/merges/replay-commits";
import { inQuarantine, type Quarantine } from "@/git/objects/quarantine";
import { RefConflict } from "@/git/refs/ref-transaction";
import { readReference } from "@/git/refs/references";
import { updatePullRequestBranch } from "@/lib/contract/hosting/mergeability/update-pull-request-branch";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import type { Principal } from "../../core/principal";
import { pullRequestVersions } from "../../core/store/tables/pull-requests";
import { requireWritableRepository } from "../access/mirror-status";
import type { FoundRepository } from "../access/repository-access";
import { requireFreeSpace } from "../access/repository-limits";
import { actorOf } from "../actors/actor";
import { updateRefsWithRules } from "../git-data/update-refs-with-rules";
import { type FoundPullRequest, findPullRequestsById, requirePullRequest } from "../pulls/pull-request-row";
import { bypassChoice } from "../rulesets/bypass-choice";
import { checkPushRules } from "../rulesets/push-rules";
import { type RuleActor, ruleActor } from "../rulesets/rule-actor";
import { actorSignature } from "./signature";

const maxCommits = 250;
/** Versions of the pull request below that a branch can still be based on. */
const maxParentVersions = 20;
const maxNamedPaths = 10;

const refused = (message: string) => apiError.repohost("FailedPrecondition", message);

function conflict(branch: string, paths: readonly string[]) {
  const named = paths.slice(0, maxNamedPaths).join(", ");
  const more = paths.length > maxNamedPaths ? ` and ${paths.length - maxNamedPaths} more` : "";
  return refused(`Conflicts with ${branch}${named ? ` in ${named}${more}` : ""}. Resolve them in the branch.`);
}

/** What a pull request's branch is updated with: the pull request below it in its stack, or its base. */
interface Onto {
  branch: string;
  sha: string;
  /** Earlier heads of the pull request below, whose commits don't belong to this one. */
  earlier: string[];
}

async function findOnto(context: HostingContext, dir: string, { pull, version }: FoundPullRequest): Promise<Onto> {
  const parent = pull.parentId
    ? (await findPullRequestsById(context.db, [pull.parentId])).get(pull.parentId)
    : undefined;
  if (parent?.pull.state === "open" && parent.pull.repositoryId === pull.repositoryId) {
    const rows = await context.db
      .select({ sha: pullRequestVersions.headSha })
      .from(pullRequestVersions)
      .where(eq(pullRequestVersions.pullRequestId, parent.pull.id))
      .orderBy(desc(pullRequestVersions.number))
      .limit(maxParentVersions);
    const earlier: string[] = [];
    for (const { sha } of rows) if (await isReachable(dir, sha, version.headSha)) earlier.push(sha);
    return { branch: parent.pull.headRef, sha: parent.version.headSha, earlier };
  }
  const sha = await readReference(dir, `refs/heads/${pull.baseRef}`);
  if (!sha) throw refused(`The base branch ${pull.baseRef} was deleted. Change the base.`);
  return { branch: pull.baseRef, sha, earlier: [] };
}

type Method = "merge" | "rebase";

/** Writes the updated head into a quarantine. Throws FailedPrecondition on conflicts. */
async function writeHead(
  context: HostingContext,
  dir: string,
  env: Quarantine["env"],
  input: { found: FoundPullRequest; onto: Onto; method: Method; actorId: string },
): Promise<string> {
  const { onto, method, actorId } = input;
  const { headSha } = input.found.version;
  const by = await actorSignature(context, actorId);
  if (method === "merge") {
    const merge = await mergeTrees(env, headSha, onto.sha);
    if ("conflictedPaths" in merge) throw conflict(onto.branch, merge.conflictedPaths);
    const message = `Merge branch '${onto.branch}' into ${input.found.pull.headRef}\n`;
    return writeCommit(env, { tree: merge.tree, parents: [headSha, onto.sha], by, message });
  }
  const commits = await listOwnCommits(dir, headSha, { without: [onto.sha, ...onto.earlier], max: maxCommits + 1 });
  if (commits.length > maxCommits) throw refused(`More than ${maxCommits} commits can't be rebased. Merge instead.`);
  const replay = await replayCommits(env, context.objects.of(dir), { commits, onto: onto.sha, by });
  if ("conflictedPaths" in replay) throw conflict(onto.branch, replay.conflictedPaths);
  return replay.tip;
}

async function updateBranch(
  context: HostingContext,
  repository: FoundRepository,
  found: FoundPullRequest,
  input: { principal: Principal; actor: RuleActor; method: Method; expectedHeadSha: string | undefined },
) {
  const { principal, actor, method, expectedHeadSha } = input;
  const { headSha } = found.version;
  const ref = `refs/heads/${found.pull.headRef}`;
  const dir = context.repositories.path(repository.id);
  if (found.pull.state !== "open") throw refused("Only open pull requests can be updated");
  if ((await readReference(dir, ref)) !== headSha || (expectedHeadSha ?? headSha) !== headSha) {
    throw apiError.repohost("Aborted", "The branch has new commits. Refresh and try again.");
  }
  const onto = await findOnto(context, dir, found);
  const shared = await mergeBase(dir, onto.sha, headSha);
  if (shared === undefined) throw refused(`${found.pull.headRef} shares no history with ${onto.branch}`);
  if (shared === onto.sha) return { headSha, updated: false };
  const { id: actorId } = await actorOf(context, principal);
  return inQuarantine(dir, async (quarantine) => {
    const after = await writeHead(context, dir, quarantine.env, { found, onto, method, actorId });
    const updates = [{ ref, before: headSha, after }];
    await requireFreeSpace(context, dir);
    await checkPushRules(context, repository, { actor, updates, quarantine: quarantine.path });
    await updateRefsWithRules(context, repository, { principal, actor, updates, quarantine });
    return { headSha: after, updated: true };
  });
}

/** Updates as the caller, whose push the branch's rules must allow. */
export const updatePullRequestBranchOperation = implement(
  updatePullRequestBranch,
  async ({ principal, params, body, request }, context: HostingContext) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    requireWritableRepository(repository);
    const actor = await ruleActor(context, principal, repository.held, bypassChoice(request));
    const { method = "merge", expectedHeadSha } = body;
    return context.locks.commits.run(`${repository.id} ${pull.headRef}`, async () => {
      const found = await requirePullRequest(context, principal, params, "write");
      try {
        return await updateBranch(context, repository, found, { principal, actor, method, expectedHeadSha });
      } catch (error) {
        if (error instanceof RefConflict) throw apiError.repohost("Aborted", `${error.ref} has moved. Try again.`);
        throw error;
      }
    });
  },
);
