"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { PullName } from "@/components/pulls/pull-queries";
import { CommitItem } from "@/components/repositories/commit-item";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { pullCommitsQuery } from "./detail-queries";

/** The commits of the latest version, oldest first. */
export function PullCommits({ name, pull }: { name: PullName; pull: PullRequest }) {
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    pullCommitsQuery(name, pull.version.number),
  );
  const commits = data?.pages.flatMap((page) => page.commits) ?? [];
  return (
    <section aria-label="Commits">
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          Couldn't load the commits.
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading commits" /> : null}
      {data && commits.length === 0 ? (
        <p className="text-muted-foreground text-sm">No commits. The base branch already contains them all.</p>
      ) : null}
      <ol className="divide-y">
        {commits.map(({ sha, commit }) => (
          <CommitItem key={sha} sha={sha} commit={commit} />
        ))}
      </ol>
      {hasNextPage ? <Button onClick={() => fetchNextPage()}>Show more</Button> : null}
    </section>
  );
}
