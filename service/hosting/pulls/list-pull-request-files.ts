import { mergeBase } from "@/git/history/history";
import { listPullRequestFiles } from "@/lib/contract/hosting/pulls/list-pull-request-files";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { filesPage } from "../commits/files-page";
import { requirePullRequest } from "./pull-request-row";

/** Files changed between the merge base and the latest version. Page tokens are only valid for one version. */
export const listPullRequestFilesOperation = implement(
  listPullRequestFiles,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const { repository, version } = await requirePullRequest(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const from = await mergeBase(reader.dir, version.baseSha, version.headSha, signal);
    if (!from) throw apiError.repohost("NotFound", "The head and base have no common ancestor");
    return filesPage(reader, { repositoryId: repository.id, from, to: version.headSha, query, signal });
  },
);
