import { type CommitPair, rangeDiff } from "@/git/diffs/range-diff";
import { getPullRequestRangeDiff } from "@/lib/contract/hosting/range-diff/get-pull-request-range-diff";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { scanHistory } from "../contents/history-scan";
import { findVersions, versionReference } from "../pulls/find-version";
import { requirePullRequest, type VersionRow } from "../pulls/pull-request-row";

const rangeOf = ({ baseSha: base, headSha: head }: VersionRow) => ({ base, head });

const positionBody = ({ position, commit }: NonNullable<CommitPair["before"]>) => ({ position, sha: commit });

export const getPullRequestRangeDiffOperation = implement(
  getPullRequestRangeDiff,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const { repository, pull } = await requirePullRequest(context, principal, params);
    const versions = await findVersions(context.db, pull.id, [Number(query.from), Number(query.to)]);
    const versionAt = (field: "from" | "to") => {
      const found = versions.get(Number(query[field]));
      if (found) return found;
      throw apiError.repohost("InvalidArgument", `${field}: version ${query[field]} not found`, field);
    };
    const [from, to] = [versionAt("from"), versionAt("to")];
    const dir = context.repositories.path(repository.id);
    const { pairs, complete } = await scanHistory(principal, signal, () =>
      rangeDiff(dir, { from: rangeOf(from), to: rangeOf(to) }, signal),
    );
    return {
      from: versionReference(from),
      to: versionReference(to),
      limitHit: !complete,
      pairs: pairs.map(({ before, after, ...pair }) => ({
        ...pair,
        ...(before ? { before: positionBody(before) } : {}),
        ...(after ? { after: positionBody(after) } : {}),
      })),
    };
  },
);
