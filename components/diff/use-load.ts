"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { fileText } from "@/components/diff/file-text";
import { comparisonQuery, contentQuery } from "@/components/repositories/content-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

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
