"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useFileTexts } from "@/components/repositories/use-file-texts";
import { LoadState } from "@/components/ui/load-state";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { counted } from "@/lib/model/plural";
import { FilesBody } from "./files-body";
import { useAllFiles } from "./use-all-files";
import type { DiffScope } from "./use-diff-content";
import { type ReviewedPull, useReview } from "./use-review";

interface CommitRangeProps extends ReviewedPull {
  /** The changed files. */
  listing: Pick<
    UseInfiniteQueryResult<InfiniteData<{ files: readonly CommitFile[] }>>,
    "data" | "error" | "isPending" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "refetch"
  >;
  baseSha: string;
  headSha: string;
  scope: DiffScope;
  /** Follows the number of files. */
  note?: string;
}

/** The changes between two commits, with the threads on their lines. Comments are written on the latest version. */
export function CommitRange({ listing, baseSha, headSha, scope, note = "", ...props }: CommitRangeProps) {
  const { name, pull } = props;
  useFetchAllPages(listing);
  const { data, hasNextPage } = listing;
  const files = useMemo(() => data?.pages.flatMap((page) => page.files) ?? [], [data]);
  const commits = useMemo(() => ({ headSha, baseSha }), [headSha, baseSha]);
  const own = useAllFiles(name, pull.version, true);
  const commentable = useMemo(
    () => (own.complete ? new Set(own.files.map(({ filename }) => filename)) : undefined),
    [own.complete, own.files],
  );
  const load = useFileTexts(name, { base: baseSha, head: headSha });
  const review = useReview(props, pull.version.number);
  return (
    <>
      <LoadState
        query={listing}
        stale="Couldn't load all files."
        failed="Couldn't load the changed files."
        loading="Loading changed files"
      />
      {data ? (
        <FilesBody
          {...props}
          {...review}
          version={pull.version}
          commits={commits}
          commentable={commentable}
          scope={scope}
          files={files}
          complete={!hasNextPage}
          load={load}
          summary={`${counted(files.length, "file")}${note}${hasNextPage ? ", loading…" : ""}`}
        />
      ) : null}
    </>
  );
}
