import { listHistory } from "@/git/history/history";
import { readCommit } from "@/git/objects/commit-object";
import { listPullRequestCommits } from "@/lib/contract/hosting/pulls/list-pull-request-commits";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { pageToken, readOffsetPage } from "../../core/http/page-token";
import { commitBody } from "../commits/commit-body";
import { requirePullRequest } from "./pull-request-row";

/** Most commits listed. */
const maxCommits = 250;

/** Commits in the head but not in the base, oldest first. Page tokens are only valid for one version. */
export const listPullRequestCommitsOperation = implement(
  listPullRequestCommits,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const { repository, pull, version } = await requirePullRequest(context, principal, params);
    const { headSha, baseSha } = version;
    const list = `commits ${pull.id} ${version.number} ${headSha} ${baseSha}`;
    const { size, start } = readOffsetPage(list, query);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const newest = await listHistory(reader.dir, headSha, { skip: 0, count: maxCommits, without: baseSha, signal });
    const ids = newest.reverse();
    const end = start + size;
    const commits = await Promise.all(
      ids.slice(start, end).map(async (id) => commitBody(id, await readCommit(reader, id))),
    );
    return { commits, nextPageToken: end < ids.length ? pageToken({ list, size, after: String(end) }) : "" };
  },
);
