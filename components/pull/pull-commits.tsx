"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { PullName } from "@/components/pulls/pull-queries";
import { CommitItem } from "@/components/repositories/commit-item";
import { LoadState } from "@/components/ui/load-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { paths } from "@/lib/model/paths";
import { pullCommitsQuery } from "./detail-queries";

/** The service lists at most this many. */
const maxCommits = 250;

/** The commits of the latest version, oldest first. */
export function PullCommits({ name, pull }: { name: PullName; pull: PullRequest }) {
  const list = useInfiniteQuery(pullCommitsQuery(name, pull.version.number));
  const { data } = list;
  const commits = data?.pages.flatMap((page) => page.commits) ?? [];
  return (
    <section aria-label="Commits">
      <LoadState query={list} failed="Couldn't load the commits." loading="Loading commits" />
      {data && commits.length === 0 ? (
        <p className="text-muted-foreground text-sm">No commits. The base branch already contains them all.</p>
      ) : null}
      <ol className="divide-y">
        {commits.map(({ sha, commit }) => (
          <CommitItem key={sha} sha={sha} commit={commit} href={paths.pullCommit(name, sha)} />
        ))}
      </ol>
      {!list.hasNextPage && commits.length >= maxCommits ? (
        <p className="pt-3 text-muted-foreground text-sm">
          Only the newest {maxCommits} commits are listed.{" "}
          <Link
            href={paths.repositoryAt(name, { view: "history", ref: pull.head.ref })}
            prefetch={false}
            className="underline"
          >
            History of {pull.head.ref}
          </Link>
        </p>
      ) : null}
      <NextPageButton of={list} />
    </section>
  );
}
