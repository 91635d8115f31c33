import { asc, eq, inArray } from "drizzle-orm";
import { mergeTrees, writeCommit } from "@/git/merges/merge-trees";
import { inQuarantine, type Quarantine } from "@/git/objects/quarantine";
import { RefConflict } from "@/git/refs/ref-transaction";
import type { RefUpdate } from "@/git/refs/ref-update";
import { noObject, readReference } from "@/git/refs/references";
import type { BypassedByRef } from "@/git/transport/push-hooks";
import type { WithGit } from "@/git/with-git";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import type { Principal } from "../../core/principal";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import { requireWritableRepository } from "../access/mirror-status";
import type { FoundRepository } from "../access/repository-access";
import { requireFreeSpace } from "../access/repository-limits";
import { type ActorRef, actorOf } from "../actors/actor";
import { lockChecks } from "../checks/check-lock";
import { updateRefs } from "../git-data/update-refs";
import { pullRequestBody } from "../pulls/pull-request-body";
import { recordPullRequestEvent } from "../pulls/pull-request-event";
import { type FoundPullRequest, findPullRequestsById, requirePullRequest } from "../pulls/pull-request-row";
import { recordTimelineEvent } from "../pulls/record-timeline-event";
import { bypassChoice } from "../rulesets/bypass-choice";
import { type RecordedBypass, recordBypasses } from "../rulesets/record-bypasses";
import { type RuleActor, ruleActor } from "../rulesets/rule-actor";
import { lockRules } from "../rulesets/ruleset-row";
import { type Evaluation, evaluateMergeability } from "./evaluate-mergeability";
import { mergeMessage } from "./merge-message";
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

/** Writes one commit per layer onto the base, into a quarantine. Returns their ids, the stack root's first. */
async function writeMerges(
  context: HostingContext,
  dir: string,
  env: Quarantine["env"],
  input: { evaluation: Evaluation; method: Method; actorId: string },
): Promise<string[]> {
  const { layers, baseSha, mergedTree } = input.evaluation;
  const by = await actorSignature(context, input.actorId);
  const reader = context.objects.of(dir);
  const commits: string[] = [];
  let tip = baseSha;
  for (const [index, layer] of layers.entries()) {
    const { pull, version } = layer;
    const isMerged = index === 0 && mergedTree !== undefined;
    const merge = isMerged ? { tree: mergedTree } : await mergeTrees(env, tip, version.headSha);
    if ("conflictedPaths" in merge) throw aborted("The base has new conflicting commits");
    if (input.method === "squash") {
      const author = await actorSignature(context, pull.authorId);
      const from = layers[index - 1]?.version.headSha ?? baseSha;
      const message = await mergeMessage(reader, layer, { method: "squash", from, author });
      tip = await writeCommit(env, { tree: merge.tree, parents: [tip], by, author, message });
    } else {
      const parents = [tip, version.headSha];
      const message = await mergeMessage(reader, layer, { method: "merge" });
      tip = await writeCommit(env, { tree: merge.tree, parents, by, message });
    }
    commits.push(tip);
  }
  return commits;
}

/** Locks the layers in the transaction that moves the base. Throws Aborted if one of them changed since evaluation. */
async function lockLayers(tx: Transaction, layers: readonly FoundPullRequest[]): Promise<void> {
  const ids = layers.map(({ pull }) => pull.id);
  const rows = await tx
    .select()
    .from(pullRequests)
    .where(inArray(pullRequests.id, ids))
    .orderBy(asc(pullRequests.id))
    .for("update");
  const locked = new Map(rows.map((row) => [row.id, row]));
  for (const { pull } of layers) {
    const row = locked.get(pull.id);
    const same =
      row?.state === "open" &&
      !row.draft &&
      row.version === pull.version &&
      row.parentId === pull.parentId &&
      row.baseRef === pull.baseRef;
    if (!same) throw aborted(`#${pull.number} has changed`);
  }
}

/** Marks the locked layers merged, with the bypass of rules that allowed it, if any. */
async function markMerged(
  tx: Transaction,
  context: Context,
  input: {
    layers: readonly FoundPullRequest[];
    commits: readonly string[];
    bypass: RecordedBypass | undefined;
    by: ActorRef;
  },
): Promise<void> {
  const now = context.clock.now();
  for (const [index, { pull }] of input.layers.entries()) {
    await tx
      .update(pullRequests)
      .set({
        state: "merged",
        mergedAt: now,
        closedAt: now,
        updatedAt: now,
        mergeCommitSha: input.commits[index] ?? null,
        mergeBypassId: input.bypass?.id ?? null,
      })
      .where(eq(pullRequests.id, pull.id));
    await recordTimelineEvent(tx, context, pull, { type: "merged", by: input.by });
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
  input: { evaluation: Evaluation; method: Method; actor: RuleActor },
): Promise<BypassedByRef> {
  const { evaluation, method, actor } = input;
  const { layers, baseRef, baseSha, protectedHeads } = evaluation;
  const judged = await evaluateMergeRules(context, tx, { repository, layers, baseRef, baseSha, actor });
  throwIfBlocked(judged.blockers);
  methodFor(repository, method, judged.linear);
  if (layers.some(({ pull }) => judged.protectedHeads.has(pull.headRef) && !protectedHeads.has(pull.headRef))) {
    throw aborted("The rules have changed");
  }
  const bypassed = judged.bypassed.filter((each) => each.method === undefined || each.method === method);
  return new Map(bypassed.length > 0 ? [[`refs/heads/${baseRef}`, bypassed.map(({ rule }) => rule)]] : []);
}

interface MergeRequest {
  expectedHeadSha: string | undefined;
  method: Method | undefined;
  principal: Principal;
  by: ActorRef;
  actor: RuleActor;
}

/** Writes the merge commits and moves the base to them. Nothing is stored if it loses a race. */
async function moveBase(
  context: HostingContext,
  repository: FoundRepository,
  work: { evaluation: Evaluation; method: Method; input: MergeRequest; quarantine: Quarantine },
): Promise<string> {
  const { evaluation, method, input, quarantine } = work;
  const { layers, baseRef, baseSha } = evaluation;
  const { principal, actor, by } = input;
  const dir = context.repositories.path(repository.id);
  const commits = await writeMerges(context, dir, quarantine.env, { evaluation, method, actorId: by.id });
  await requireFreeSpace(context, dir);
  const tip = commits.at(-1) ?? baseSha;
  const updates = refUpdatesOf(repository, evaluation, tip);
  await updateRefs(context, {
    repositoryId: repository.id,
    actor: { kind: "merge", by: principal },
    updates,
    quarantine,
    async within(tx) {
      // Lock order: rules before pull requests, the same as when opening a pull request.
      const now = { ...repository, ...(await lockRules(tx, repository.id)) };
      await lockLayers(tx, layers);
      const heads = layers.map(({ version }) => version.headSha);
      for (const head of [...new Set(heads)].sort()) await lockChecks(tx, repository.id, head);
      const bypasses = await recordBypasses(tx, context, {
        repositoryId: repository.id,
        change: "merge",
        principal,
        updates,
        reason: actor.bypass?.reason,
        rules: await reevaluateRules(context, tx, now, { evaluation, method, actor }),
      });
      await markMerged(tx, context, { layers, commits, by, bypass: bypasses.get(`refs/heads/${baseRef}`) });
      return bypasses;
    },
  });
  return tip;
}

/** Evaluates a pull request and merges it. Returns `undefined` if the base moved meanwhile. */
async function tryToMerge(
  context: HostingContext,
  repository: FoundRepository,
  { targetId, input, quarantine }: { targetId: string; input: MergeRequest; quarantine: Quarantine },
): Promise<Merged | undefined> {
  const dir = context.repositories.path(repository.id);
  const target = (await findPullRequestsById(context.db, [targetId])).get(targetId);
  if (!target) throw apiError.repohost("NotFound", "Pull request not found");
  if (target.pull.state === "merged") {
    return { mergeCommitSha: target.pull.mergeCommitSha ?? "", mergedPullNumbers: [] };
  }
  const evaluation = await evaluateMergeability(context, repository, target, input.actor, quarantine);
  const { layers, blockers, dryRunBlockers, linear, baseRef } = evaluation;
  if (target.pull.state === "open") await checkHeads(dir, layers, input.expectedHeadSha);
  throwIfBlocked(blockers);
  const method = methodFor(repository, input.method, linear);
  if (dryRunBlockers.length > 0) {
    context.log.info({ pullRequest: targetId, dryRunBlockers }, "merge would be blocked by rulesets in evaluate mode");
  }
  try {
    const mergeCommitSha = await moveBase(context, repository, { evaluation, method, input, quarantine });
    return { mergeCommitSha, mergedPullNumbers: layers.map(({ pull }) => String(pull.number)) };
  } catch (error) {
    if (!(error instanceof RefConflict)) throw error;
    if (error.ref === `refs/heads/${baseRef}`) return undefined;
    throw aborted(`${error.ref} has moved`);
  }
}

const maxAttempts = 5;

interface Merged {
  mergeCommitSha: string;
  mergedPullNumbers: string[];
}

async function merge(
  context: HostingContext,
  repository: FoundRepository,
  targetId: string,
  input: MergeRequest,
): Promise<Merged> {
  const dir = context.repositories.path(repository.id);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const merged = await inQuarantine(dir, (quarantine) =>
      tryToMerge(context, repository, { targetId, input, quarantine }),
    );
    if (merged) return merged;
  }
  throw aborted("The base branch has moved");
}

export const mergePullRequestOperation = implement(
  mergePullRequest,
  async ({ principal, params, body, request }, context: HostingContext) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    requireWritableRepository(repository);
    const by = await actorOf(context, principal);
    const actor = await ruleActor(context, principal, repository.held, bypassChoice(request));
    const input = { expectedHeadSha: body.expectedHeadSha, method: body.mergeMethod, principal, by, actor };
    // Run one merge per repository at a time, so that they don't invalidate each other.
    const merged = await context.locks.merges.run(repository.id, () => merge(context, repository, pull.id, input));
    return { ...merged, pullRequest: await pullRequestBody(context, repository, pull.id) };
  },
);
