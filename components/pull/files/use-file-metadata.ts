"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FileMetadata } from "@/components/diff/body-reason";
import { attributesQuery, comparisonQuery, treeQuery } from "@/components/repositories/content-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { attributesPaths, linguistGenerated } from "@/lib/model/diff/linguist-generated";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const deleted = "deleted";

/** Modes and blob ids of changed files, from the trees before and after, and what `.gitattributes` declare. Empty if a tree can't be read. */
export function useFileMetadata(
  { ownerSlug, repoName }: RepositoryName,
  { headSha, baseSha }: { headSha: string; baseSha: string },
  files: readonly CommitFile[],
): { metadata: ReadonlyMap<string, FileMetadata>; mergeBase: string | undefined } {
  const name = { ownerSlug, repoName };
  const comparison = useQuery({
    ...comparisonQuery(name, { base: baseSha, head: headSha }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const from = comparison.data?.mergeBaseCommit.sha ?? "";
  const before = useQuery({ ...treeQuery(name, from), enabled: from !== "" }).data?.tree;
  const after = useQuery(treeQuery(name, headSha)).data;
  const paths = useMemo(() => files.map(({ filename }) => filename), [files]);
  const sources = useMemo(() => attributesPaths(new Set(after?.tree.map(({ path }) => path)), paths), [after, paths]);
  const attributes = useQuery(attributesQuery(name, headSha, sources)).data;
  const generated = useMemo(() => linguistGenerated(attributes ?? [], paths), [attributes, paths]);
  const metadata = useMemo(() => {
    const old = new Map(before?.map((entry) => [entry.path, entry]));
    const now = new Map(after?.tree.map((entry) => [entry.path, entry]));
    return new Map(
      files.map(({ filename, previousFilename, status }): [string, FileMetadata] => {
        const entry = now.get(filename);
        const content = entry?.sha ?? (status === "removed" && after && !after.truncated ? deleted : undefined);
        const previousMode = old.get(previousFilename ?? filename)?.mode;
        return [filename, { content, mode: entry?.mode, previousMode, generated: generated.get(filename) }];
      }),
    );
  }, [before, after, files, generated]);
  return { metadata, mergeBase: comparison.data?.mergeBaseCommit.sha };
}
