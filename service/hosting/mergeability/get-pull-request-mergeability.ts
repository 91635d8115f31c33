import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { isoTime } from "@/lib/core/clock";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireWritableRepository } from "../access/mirror-status";
import { pullRequestReference, requirePullRequest } from "../pulls/pull-request-row";
import { ruleActor } from "../rulesets/rule-actor";
import { evaluateMergeability } from "./evaluate-mergeability";

export const getPullRequestMergeabilityOperation = implement(
  getPullRequestMergeability,
  async ({ principal, params, query }, context: HostingContext) => {
    const { repository, ...target } = await requirePullRequest(context, principal, params);
    requireWritableRepository(repository);
    const { headSha } = target.version;
    if (query.expectedHeadSha !== undefined && query.expectedHeadSha !== headSha) {
      throw apiError.repohost("Aborted", `expectedHeadSha: the head is now ${headSha}. Fetch it and try again.`);
    }
    const { layers, blockers, dryRunBlockers, bypassed, linear, baseRef, baseSha } = await evaluateMergeability(
      context,
      repository,
      target,
      await ruleActor(context, principal, repository.held),
    );
    const evaluatedPullRequests = layers.map(({ pull }) => pullRequestReference(repository, pull));
    return {
      pullRequest: pullRequestReference(repository, target.pull),
      verdict: blockers.length === 0 ? "mergeable" : "blocked",
      // The specification's example has this in each blocker, its description next to the blockers, so return both.
      blockers: blockers.map((blocker) => ({ ...blocker, evaluatedPullRequests })),
      evaluatedPullRequests,
      headSha,
      baseRef,
      baseSha,
      requiresLinearHistory: linear,
      evaluatedAt: isoTime(context.clock.now()),
      ...(dryRunBlockers.length > 0 ? { evaluatedBlockers: dryRunBlockers } : {}),
      bypassedRules: bypassed.map(({ rule, blockers: bypassedBlockers, method }) => ({
        ruleset: { id: rule.rulesetId, name: rule.rulesetName },
        ruleType: rule.ruleType,
        blockers: bypassedBlockers,
        ...(method ? { mergeMethod: method } : {}),
      })),
    };
  },
);
