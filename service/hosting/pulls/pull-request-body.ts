import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { isoTime } from "@/lib/core/clock";
import type { FoundRepository } from "../access/repository-access";
import { actorBodies, type Readable } from "../actors/actor";
import { findBypasses } from "../rulesets/record-bypasses";
import { readLabels } from "./pull-request-labels";
import { type FoundPullRequest, findPullRequestsById, pullRequestReference, type VersionRow } from "./pull-request-row";

/** A version with its stats and potential merge commit (specification, section 2 Pull request). */
export function versionBody(version: VersionRow): PullRequest["version"] {
  const { mergeState: state, mergeSha: sha, mergeBaseSha: baseSha } = version;
  return {
    number: String(version.number),
    headSha: version.headSha,
    baseSha: version.baseSha,
    createdAt: isoTime(version.createdAt),
    additions: version.additions,
    deletions: version.deletions,
    changedFiles: version.changedFiles,
    ...(version.diffError === null ? {} : { diffError: version.diffError }),
    potentialMergeCommit: { state, ...(state === "prepared" && sha && baseSha ? { sha, baseSha } : {}) },
  };
}

/** Response bodies of pull requests in one repository, in the given order. */
export async function pullRequestBodies(
  context: Readable,
  repository: FoundRepository,
  found: readonly FoundPullRequest[],
): Promise<PullRequest[]> {
  const author = ({ pull }: FoundPullRequest) => ({ id: pull.authorId, appId: pull.authorAppId });
  const actor = await actorBodies(context, found.map(author));
  const labels = await readLabels(
    context.db,
    found.map(({ pull }) => pull.id),
  );
  const parents = await findPullRequestsById(
    context.db,
    found.flatMap(({ pull }) => pull.parentId ?? []),
  );
  const bypasses = await findBypasses(
    context,
    found.flatMap(({ pull }) => pull.mergeBypassId ?? []),
  );
  return found.map((each) => {
    const { pull, version } = each;
    const mergeBypass = bypasses.get(pull.mergeBypassId ?? 0);
    const parent = pull.parentId === null ? undefined : parents.get(pull.parentId);
    const { additions, deletions, changedFiles } = version;
    return {
      id: pull.id,
      number: String(pull.number),
      state: pull.state,
      draft: pull.draft,
      merged: pull.state === "merged",
      title: pull.title,
      body: pull.body,
      head: { ref: pull.headRef, sha: version.headSha },
      base: { ref: pull.baseRef, sha: version.baseSha },
      author: actor(author(each)),
      createdAt: isoTime(pull.createdAt),
      updatedAt: isoTime(pull.updatedAt),
      ...(pull.closedAt === null ? {} : { closedAt: isoTime(pull.closedAt) }),
      ...(pull.mergedAt === null ? {} : { mergedAt: isoTime(pull.mergedAt) }),
      ...(pull.mergeCommitSha === null ? {} : { mergeCommitSha: pull.mergeCommitSha }),
      ...(mergeBypass ? { mergeBypass } : {}),
      additions,
      deletions,
      changedFiles,
      labels: labels(pull.id),
      ...(pull.stackId === null
        ? {}
        : {
            stack: {
              id: pull.stackId,
              ...(parent ? { parentPullRequest: pullRequestReference(repository, parent.pull) } : {}),
            },
          }),
      version: versionBody(version),
    };
  });
}

/** The response body of one pull request, from its current state in the database. */
export async function pullRequestBody(
  context: Readable,
  repository: FoundRepository,
  id: string,
): Promise<PullRequest> {
  const found = (await findPullRequestsById(context.db, [id])).get(id);
  const [body] = found ? await pullRequestBodies(context, repository, [found]) : [];
  if (!body) throw new Error(`pull request ${id} was deleted`);
  return body;
}
