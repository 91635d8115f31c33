"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { LoadState } from "@/components/ui/load-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { useUrlState } from "@/components/ui/use-url-state";
import { loadEarly } from "@/lib/client/load-early";
import type { Commit } from "@/lib/contract/hosting/commit";
import { formatRange, parseRange } from "@/lib/model/diff/diff-position";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { counted } from "@/lib/model/plural";
import { commitFilesQuery } from "./content-queries";
import { useFileTexts } from "./use-file-texts";

const DiffWorkbench = browserOnly(
  loadEarly(() => import("@/components/diff/diff-workbench")),
  () => <SkeletonRows label="Loading changed files" />,
);

interface CommitChangesProps {
  name: RepositoryName;
  commit: Pick<Commit, "sha" | "parents">;
}

/** The files a commit changed relative to its first parent. The selected lines are in the URL. */
export function CommitChanges({ name, commit }: CommitChangesProps) {
  const { sha, parents } = commit;
  const parent = parents[0]?.sha;
  const url = useUrlState();
  const at = url.get("at");
  const range = useMemo(() => parseRange(at), [at]);
  const listing = useInfiniteQuery(commitFilesQuery(name, sha));
  useFetchAllPages(listing);
  const { data, hasNextPage } = listing;
  const files = useMemo(() => data?.pages.flatMap((page) => page.files) ?? [], [data]);
  const load = useFileTexts(name, { base: parent ?? sha, head: sha });
  return (
    <div className="space-y-3">
      <LoadState
        query={listing}
        stale="Couldn't load all files."
        failed="Couldn't load the changed files."
        loading="Loading changed files"
      />
      {data && files.length === 0 ? <p className="text-muted-foreground text-sm">No files changed.</p> : null}
      {files.length > 0 ? (
        <DiffWorkbench
          files={files}
          range={range}
          onRange={(next) => url.set({ at: next ? formatRange(next) : "" })}
          load={parent ? load : undefined}
        >
          <p className="text-muted-foreground text-sm">
            {counted(files.length, "file")}
            {parents.length > 1 ? " relative to the first parent" : ""}
            {hasNextPage ? ", loading…" : ""}
          </p>
        </DiffWorkbench>
      ) : null}
    </div>
  );
}
