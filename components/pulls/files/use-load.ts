"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { fileText } from "@/components/repositories/file-text";
import type { CommitFile } from "@/lib/contract/repohost/commit-file";
import type { RepositoryName } from "@/lib/queries/repositories";
import { comparisonQuery, contentQuery } from "@/lib/queries/repository-contents";

const staleTime = Number.POSITIVE_INFINITY;

/** Reads both texts of a file of a comparison, for what lies between its hunks. */
export function useLoad({ ownerSlug, repoName }: RepositoryName, { base, head }: { base: string; head: string }) {
  const client = useQueryClient();
  return useCallback(
    async ({ filename, previousFilename = filename }: CommitFile) => {
      const name = { ownerSlug, repoName };
      const { mergeBaseCommit } = await client.fetchQuery({ ...comparisonQuery(name, { base, head }), staleTime });
      const read = async (path: string, revision: string) => {
        const content = await client.fetchQuery({ ...contentQuery(name, { path, revision }), staleTime });
        const found = fileText(content.content ?? "");
        if (found.kind === "binary") throw new Error(`${path} is binary`);
        return found.text;
      };
      const [before, after] = await Promise.all([read(previousFilename, mergeBaseCommit.sha), read(filename, head)]);
      return { before, after };
    },
    [client, ownerSlug, repoName, base, head],
  );
}
