"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FileFacts } from "@/components/diff/file-head";
import { comparisonQuery, treeQuery } from "@/components/repositories/content-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const gone = "gone";

/** Modes and content ids of changed files, from the trees before and after; empty where a tree can't be read. */
export function useFacts(
  { ownerSlug, repoName }: RepositoryName,
  { headSha, baseSha }: { headSha: string; baseSha: string },
  files: readonly CommitFile[],
): { facts: ReadonlyMap<string, FileFacts>; mergeBase: string | undefined } {
  const name = { ownerSlug, repoName };
  const comparison = useQuery({
    ...comparisonQuery(name, { base: baseSha, head: headSha }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const from = comparison.data?.mergeBaseCommit.sha ?? "";
  const before = useQuery({ ...treeQuery(name, from), enabled: from !== "" }).data?.tree;
  const after = useQuery(treeQuery(name, headSha)).data;
  const facts = useMemo(() => {
    const old = new Map(before?.map((entry) => [entry.path, entry]));
    const now = new Map(after?.tree.map((entry) => [entry.path, entry]));
    return new Map(
      files.map(({ filename, previousFilename, status }): [string, FileFacts] => {
        const entry = now.get(filename);
        const content = entry?.sha ?? (status === "removed" && after && !after.truncated ? gone : undefined);
        const previousMode = old.get(previousFilename ?? filename)?.mode;
        return [filename, { content, mode: entry?.mode, previousMode }];
      }),
    );
  }, [before, after, files]);
  return { facts, mergeBase: comparison.data?.mergeBaseCommit.sha };
}
