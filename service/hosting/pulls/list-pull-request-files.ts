import { listPullRequestFiles } from "@/lib/contract/hosting/list-pull-request-files";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { mergeBase } from "../../git/history";
import type { WithGit } from "../../git/with-git";
import { filesPage } from "../commits/files-page";
import { requirePullRequest } from "./pull-request-row";

/** What the latest version changes since it left its base. A token of an older version is refused. */
export const listPullRequestFilesOperation = implement(
  listPullRequestFiles,
  async ({ principal, params, query, signal }, context: Context & WithGit) => {
    const { repository, version } = await requirePullRequest(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const from = await mergeBase(reader.dir, version.baseSha, version.headSha, signal);
    if (!from) throw refuse.repohost("NotFound", "The head has no history in common with the base");
    return filesPage(reader, { repositoryId: repository.id, from, to: version.headSha, query, signal });
  },
);
