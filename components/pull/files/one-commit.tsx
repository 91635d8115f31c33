"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { CommitDetails } from "@/components/repositories/commit-details";
import { commitFilesQuery } from "@/components/repositories/content-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { useUrlState } from "@/components/ui/use-url-state";
import { useWindowKey } from "@/components/ui/use-window-key";
import { paths } from "@/lib/model/paths";
import { pullCommitsQuery } from "../detail-queries";
import { CommitRange } from "./commit-range";
import type { ReviewedPull } from "./use-review";

interface OneCommitProps extends ReviewedPull {
  sha: string;
}

/** The changes of one commit of a pull request, with links to the commits before and after it. */
export function OneCommit({ sha, ...props }: OneCommitProps) {
  const { name, pull } = props;
  const url = useUrlState();
  const listing = useInfiniteQuery(pullCommitsQuery(name, pull.version.number));
  useFetchAllPages(listing);
  const commits = listing.data?.pages.flatMap((page) => page.commits) ?? [];
  const index = commits.findIndex((commit) => commit.sha === sha);
  const commit = commits[index];
  const files = useInfiniteQuery({ ...commitFilesQuery(name, sha), enabled: commit !== undefined });
  const [before, after] = [index > 0 ? commits[index - 1] : undefined, index < 0 ? undefined : commits[index + 1]];
  const go = (next: string | undefined) => {
    if (next !== undefined) url.set({ commit: next, at: "" });
  };
  useWindowKey((event) => {
    if (isTyping(event) || !shortcutsOn() || !["<", ">"].includes(event.key)) return;
    go((event.key === "<" ? before : after)?.sha);
    event.preventDefault();
  });
  return (
    <section aria-label="Files" className="flex h-full flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Button size="small" onClick={() => url.set({ commit: "", at: "" })}>
          Show all commits
        </Button>
        <Button
          size="icon"
          variant="ghost"
          aria-label="Previous commit"
          disabled={!before}
          onClick={() => go(before?.sha)}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <span role="status">{commit ? `Commit ${index + 1} of ${commits.length}` : "Commit"}</span>
        <Button size="icon" variant="ghost" aria-label="Next commit" disabled={!after} onClick={() => go(after?.sha)}>
          <ChevronRight aria-hidden />
        </Button>
        <Link href={paths.commit(name, sha)} prefetch={false} className="underline">
          View commit page
        </Link>
      </div>
      {listing.error ? (
        <CallFailure error={listing.error} onRetry={() => listing.refetch()}>
          Couldn't load the commits.
        </CallFailure>
      ) : null}
      {commit ? (
        <>
          <h2 className="break-words font-medium">{commit.commit.message.split("\n")[0] || "(no message)"}</h2>
          <CommitDetails name={name} commit={commit} />
          <CommitRange
            key={sha}
            {...props}
            listing={files}
            baseSha={commit.parents[0]?.sha ?? sha}
            headSha={sha}
            scope="commit"
            note={commit.parents.length > 1 ? " relative to the first parent" : ""}
          />
        </>
      ) : listing.isPending || listing.hasNextPage ? (
        <SkeletonRows label="Loading commit" />
      ) : listing.error ? null : (
        <p role="status" className="text-sm text-warning">
          Commit {sha.slice(0, 8)} isn't part of version {pull.version.number}.
        </p>
      )}
    </section>
  );
}
