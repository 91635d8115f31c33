import type { Repo } from "@/lib/contract/hosting/repo";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { ownerBody } from "../access/owner-body";
import { type FoundRepository, repositoryUrl } from "../access/repository-access";

/** A repository's response body (specification, section 2 Repository). */
export function repoBody(context: Pick<Context, "settings">, repository: FoundRepository): Repo {
  const { namespace, ownerSlug, name, mirrorStatus, mirrorSource, mirrorSourceId } = repository;
  const isMirror = mirrorStatus !== null && mirrorStatus !== "initial" && mirrorSource !== null;
  return {
    id: repository.id,
    name,
    fullName: `${ownerSlug}/${name}`,
    owner: ownerBody(namespace),
    defaultBranch: repository.defaultBranch,
    createdAt: isoTime(repository.createdAt),
    updatedAt: isoTime(repository.updatedAt),
    ...(repository.pushedAt === null ? {} : { pushedAt: isoTime(repository.pushedAt) }),
    cloneUrl: `${repositoryUrl(context, repository)}.git`,
    ...(isMirror ? { mirror: { source: mirrorSource, sourceId: mirrorSourceId ?? "", status: mirrorStatus } } : {}),
    visibility: repository.visibility,
    allowMergeCommit: repository.allowMergeCommit,
    allowSquashMerge: repository.allowSquashMerge,
    deleteBranchOnMerge: repository.deleteBranchOnMerge,
  };
}
