import { divergence } from "@/git/history/history";
import { readCommit } from "@/git/objects/commit-object";
import { compareCommits } from "@/lib/contract/hosting/commits/compare-commits";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { commitBody } from "./commit-body";
import { requireComparison } from "./comparison";

function statusOf({ ahead, behind }: { ahead: number; behind: number }) {
  if (ahead > 0 && behind > 0) return "diverged";
  if (ahead > 0) return "ahead";
  return behind > 0 ? "behind" : "identical";
}

export const compareCommitsOperation = implement(
  compareCommits,
  async ({ principal, params, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const { base, head, mergeBase } = await requireComparison(reader, repository, params.basehead, signal);
    const counts = await divergence(reader.dir, base, head, signal);
    const body = async (sha: string) => commitBody(sha, await readCommit(reader, sha));
    const [baseCommit, headCommit, mergeBaseCommit] = await Promise.all([body(base), body(head), body(mergeBase)]);
    return {
      status: statusOf(counts),
      aheadBy: counts.ahead,
      behindBy: counts.behind,
      baseCommit,
      headCommit,
      mergeBaseCommit,
    };
  },
);
