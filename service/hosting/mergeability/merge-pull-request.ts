import { asc, eq, inArray } from "drizzle-orm";
import { mergePullRequest } from "@/lib/contract/hosting/merge-pull-request";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import type { Principal } from "../../core/principal";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { BypassedByRef } from "../../core/store/tables/ref-updates";
import type { Transaction } from "../../core/store/transaction";
import { mergeTrees, writeCommit } from "../../git/merge-trees";
import type { RefUpdate } from "../../git/push-hooks";
import { inQuarantine } from "../../git/quarantine";
import { RefConflict } from "../../git/ref-transaction";
import { noObject, readReference } from "../../git/references";
import type { WithGit } from "../../git/with-git";
import { requireWritableRepository } from "../access/mirror-status";
import type { FoundRepository } from "../access/repository-access";
import { requireFreeSpace } from "../access/repository-limits";
import { actorOf } from "../actors/actor";
import { lockChecks } from "../checks/check-lock";
import { updateRefs } from "../git-data/update-refs";
import { pullRequestBody } from "../pulls/pull-request-body";
import { recordPullRequestEvent } from "../pulls/pull-request-event";
import { type FoundPullRequest, findPullRequestsById, requirePullRequest } from "../pulls/pull-request-row";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { type RuleActor, ruleActor } from "../rulesets/rule-actor";
import { lockRules } from "../rulesets/ruleset-row";
import { type Evaluation, evaluateMergeability } from "./evaluate-mergeability";
import { evaluateMergeRules } from "./merge-rules";
import { actorSignature } from "./signature";

type Method = "merge" | "squash";

const aborted = (reason: string) =>
  apiError.repohost("Aborted", `${reason}. Nothing was merged. Refresh and try again.`);

/** The merge method to use. `linear` is true if the base requires linear history. */
function methodFor(repository: FoundRepository, wanted: Method | undefined, linear: boolean): Method {
  const allowed = { merge: repository.allowMergeCommit, squash: repository.allowSquashMerge };
  const method = wanted ?? (allowed.merge && !linear ? "merge" : "squash");
  if (!allowed[method]) {
    throw apiError.repohost(
      "FailedPrecondition",
      `The repository doesn't allow the ${method} merge method`,
      "mergeMethod",
    );
  }
  if (method === "merge" && linear) {
    throw apiError.repohost(
      "FailedPrecondition",
      "The base branch requires linear history. Use squash.",
      "mergeMethod",
    );
  }
  return method;
}

function throwIfBlocked([blocker]: readonly MergeBlocker[]): void {
  if (!blocker) return;
  throw apiError.repohost("FailedPrecondition", `#${blocker.pullRequest.number} ${blocker.kind}: ${blocker.message}`);
}

/** Throws Aborted unless the head branches are still at the evaluated versions. */
async function checkHeads(
  dir: string,
  layers: readonly FoundPullRequest[],
  expected: string | undefined,
): Promise<void> {
  const target = layers.at(-1);
  for (const { pull, version } of layers) {
    const tip = await readReference(dir, `refs/heads/${pull.headRef}`);
    if (tip !== version.headSha) throw aborted(`The head of #${pull.number} has moved`);
  }
  if (expected !== undefined && target && expected !== target.version.headSha) {
    throw aborted(`expectedHeadSha: the head is now ${target.version.headSha}`);
  }
}

function messageOf({ pull }: FoundPullRequest, method: Method): string {
  const body = pull.body.trim();
  if (method === "squash") return `${pull.title} (#${pull.number})\n${body ? `\n${body}\n` : ""}`;
  return `Merge pull request #${pull.number} from ${pull.headRef}\n\n${pull.title}\n`;
}

/** Writes one commit per layer onto the base. Returns their ids, the stack root's first. */
async function writeMerges(
  context: Context,
  dir: string,
  given: { layers: readonly FoundPullRequest[]; baseSha: string; method: Method; actorId: string },
): Promise<string[]> {
  const by = await actorSignature(context, given.actorId);
  return inQuarantine(dir, async ({ env, keep }) => {
    const commits: string[] = [];
    let tip = given.baseSha;
    for (const layer of given.layers) {
      const merge = await mergeTrees(env, tip, layer.version.headSha);
      if ("conflictedPaths" in merge) throw aborted("The base has new conflicting commits");
      const squash = given.method === "squash";
      tip = await writeCommit(env, {
        tree: merge.tree,
        parents: squash ? [tip] : [tip, layer.version.headSha],
        by,
        ...(squash ? { author: await actorSignature(context, layer.pull.authorId) } : {}),
        message: messageOf(layer, given.method),
      });
      commits.push(tip);
    }
    await requireFreeSpace(context, dir);
    await keep();
    return commits;
  });
}

/** Marks the layers merged in the transaction that moves the base. Throws Aborted if one of them changed since evaluation. */
async function markMerged(
  tx: Transaction,
  context: Context,
  layers: readonly FoundPullRequest[],
  commits: readonly string[],
): Promise<void> {
  const now = context.clock.now();
  const ids = layers.map(({ pull }) => pull.id);
  const rows = await tx
    .select()
    .from(pullRequests)
    .where(inArray(pullRequests.id, ids))
    .orderBy(asc(pullRequests.id))
    .for("update");
  const locked = new Map(rows.map((row) => [row.id, row]));
  for (const [index, { pull }] of layers.entries()) {
    const row = locked.get(pull.id);
    const same =
      row?.state === "open" &&
      !row.draft &&
      row.version === pull.version &&
      row.parentId === pull.parentId &&
      row.baseRef === pull.baseRef;
    if (!same) throw aborted(`#${pull.number} has changed`);
    await tx
      .update(pullRequests)
      .set({ state: "merged", mergeCommitSha: commits[index] ?? null, mergedAt: now, closedAt: now, updatedAt: now })
      .where(eq(pullRequests.id, pull.id));
    await recordPullRequestEvent(tx, context, "pull_request.merged", pull);
  }
}

function refUpdatesOf(
  repository: FoundRepository,
  { layers, baseRef, baseSha, protectedHeads }: Evaluation,
  tip: string,
): RefUpdate[] {
  const heads = layers.map(({ pull, version }) => {
    const isKept = pull.headRef === repository.defaultBranch || protectedHeads.has(pull.headRef);
    const isDeleted = repository.deleteBranchOnMerge && !isKept;
    return {
      ref: `refs/heads/${pull.headRef}`,
      before: version.headSha,
      after: isDeleted ? noObject : version.headSha,
    };
  });
  const unique = new Map(heads.map((update) => [update.ref, update]));
  return [{ ref: `refs/heads/${baseRef}`, before: baseSha, after: tip }, ...unique.values()];
}

/**
 * Evaluates the rules again under their lock, since they may have changed while the commits were written. Returns those
 * that the actor bypasses.
 */
async function reevaluateRules(
  context: WithGit,
  tx: Transaction,
  repository: FoundRepository,
  given: { evaluation: Evaluation; method: Method; actor: RuleActor },
): Promise<BypassedByRef> {
  const { evaluation, method, actor } = given;
  const { layers, baseRef, baseSha, protectedHeads } = evaluation;
  const judged = await evaluateMergeRules(context, tx, { repository, layers, baseRef, baseSha, actor, method });
  throwIfBlocked(judged.blockers);
  methodFor(repository, method, judged.linear);
  if (layers.some(({ pull }) => judged.protectedHeads.has(pull.headRef) && !protectedHeads.has(pull.headRef))) {
    throw aborted("The rules have changed");
  }
  return new Map(judged.bypassed.length > 0 ? [[`refs/heads/${baseRef}`, judged.bypassed]] : []);
}

const maxAttempts = 5;

async function merge(
  context: Context & WithGit & WithMergePreparation,
  repository: FoundRepository,
  targetId: string,
  given: {
    expectedHeadSha: string | undefined;
    method: Method | undefined;
    principal: Principal;
    actorId: string;
    actor: RuleActor;
  },
): Promise<{ mergeCommitSha: string; mergedPullNumbers: string[] }> {
  const dir = context.repositories.path(repository.id);
  for (let attempt = 1; ; attempt += 1) {
    const target = (await findPullRequestsById(context.db, [targetId])).get(targetId);
    if (!target) throw apiError.repohost("NotFound", "Pull request not found");
    if (target.pull.state === "merged") {
      return { mergeCommitSha: target.pull.mergeCommitSha ?? "", mergedPullNumbers: [] };
    }
    const evaluation = await evaluateMergeability(context, repository, target, given.actor);
    const { layers, blockers, dryRunBlockers, linear, baseSha, baseRef } = evaluation;
    if (target.pull.state === "open") await checkHeads(dir, layers, given.expectedHeadSha);
    throwIfBlocked(blockers);
    const method = methodFor(repository, given.method, linear);
    if (dryRunBlockers.length > 0) {
      context.log.info(
        { pullRequest: targetId, dryRunBlockers },
        "merge would be blocked by rulesets in evaluate mode",
      );
    }
    const commits = await writeMerges(context, dir, { layers, baseSha, method, actorId: given.actorId });
    const tip = commits.at(-1) ?? baseSha;
    try {
      await updateRefs(context, {
        repositoryId: repository.id,
        actor: { kind: "merge", by: given.principal },
        updates: refUpdatesOf(repository, evaluation, tip),
        within: async (tx) => {
          // Lock order: rules before pull requests, the same as when opening a pull request.
          const now = { ...repository, ...(await lockRules(tx, repository.id)) };
          await markMerged(tx, context, layers, commits);
          const heads = layers.map(({ version }) => version.headSha);
          for (const head of [...new Set(heads)].sort()) await lockChecks(tx, repository.id, head);
          return reevaluateRules(context, tx, now, { evaluation, method, actor: given.actor });
        },
      });
      return { mergeCommitSha: tip, mergedPullNumbers: layers.map(({ pull }) => String(pull.number)) };
    } catch (error) {
      if (!(error instanceof RefConflict)) throw error;
      // If the base moved, evaluate everything again.
      const baseMoved = error.ref === `refs/heads/${baseRef}` && attempt < maxAttempts;
      if (!baseMoved) throw aborted(`${error.ref} has moved`);
    }
  }
}

export const mergePullRequestOperation = implement(
  mergePullRequest,
  async ({ principal, params, body }, context: Context & WithGit & WithMergePreparation) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    requireWritableRepository(repository);
    const { id: actorId } = await actorOf(context, principal);
    const actor = await ruleActor(context, principal, repository);
    const given = { expectedHeadSha: body.expectedHeadSha, method: body.mergeMethod, principal, actorId, actor };
    // Run one merge per repository at a time, so that they don't invalidate each other.
    const merged = await context.refLocks.run(`merging ${repository.id}`, () =>
      merge(context, repository, pull.id, given),
    );
    return { ...merged, pullRequest: await pullRequestBody(context, repository, pull.id) };
  },
);
