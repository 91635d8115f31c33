"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { fileText } from "@/lib/model/hosting/file-text";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { comparisonQuery, contentQuery } from "./content-queries";

const staleTime = Number.POSITIVE_INFINITY;

/** Returns a function that loads a file before and after a comparison, to show the lines between its hunks. */
export function useFileTexts({ ownerSlug, repoName }: RepositoryName, { base, head }: { base: string; head: string }) {
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
