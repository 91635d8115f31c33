"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRef } from "react";
import { CommitItem } from "@/components/repositories/commit-item";
import { fileHistoryQuery, type RepositoryLocation } from "@/components/repositories/content-queries";
import { LoadState } from "@/components/ui/load-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

/** The commits that changed a file or folder, newest first. */
export function FileHistory({ name, location }: { name: RepositoryName; location: RepositoryLocation }) {
  const list = useInfiniteQuery(fileHistoryQuery(name, location));
  const rows = useRef<HTMLOListElement>(null);
  useRowKeys(rows);
  const { data } = list;
  return (
    <section aria-label={`History of ${location.path}`}>
      <LoadState
        query={list}
        stale="Showing the last known list."
        failed="Couldn't load the history."
        loading="Loading commits"
      />
      <ol ref={rows} className="divide-y">
        {data?.pages.flatMap(({ changes }) =>
          changes.map(({ commit: { sha, commit }, path, previousPath }) => (
            <CommitItem key={sha} sha={sha} commit={commit} href={paths.commit(name, sha)}>
              {previousPath ? (
                <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">Renamed from {previousPath}</p>
              ) : null}
              <Link
                href={paths.repositoryAt(name, { ref: sha, path })}
                prefetch={false}
                className="text-muted-foreground text-xs underline"
              >
                View at this commit
              </Link>
            </CommitItem>
          )),
        )}
      </ol>
      {data?.pages.at(-1)?.limitHit ? (
        <p role="status" className="py-2 text-muted-foreground text-sm">
          The search stopped at its time limit. Older commits may be missing.
        </p>
      ) : null}
      <NextPageButton of={list} />
    </section>
  );
}
