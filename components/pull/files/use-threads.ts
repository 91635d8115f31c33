"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import type { InlineDraft } from "@/components/reviews/review-draft";
import { commentsQuery, groupThreads } from "@/components/reviews/review-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { fileLine } from "@/lib/model/diff/diff-position";
import { draftId, type Lines, linesOfDraft, linesOfThread, type PlacedThreads, placeThreads } from "./place-threads";
import { type PortableLines, usePortedThreads, type VersionCommits } from "./use-ported-threads";
import type { Version } from "./versions";

const refreshMs = 10_000;

/** All threads of a pull request that are attached to a file. */
function useFileThreadList(name: PullName) {
  const comments = useInfiniteQuery({
    ...commentsQuery(name),
    refetchInterval: refreshMs,
  });
  useFetchAllPages(comments);
  const threads = useMemo(
    () => groupThreads(comments.data?.pages.flatMap((page) => page.comments) ?? []).filter(({ path }) => path),
    [comments.data],
  );
  return { threads, error: comments.error };
}

/** Places threads and drafts in a diff of two commits. Lines of other commits, such as older versions, are mapped to them. */
export function useThreads(
  name: PullName,
  drafts: readonly InlineDraft[],
  {
    version,
    commits,
    files,
    isPart,
  }: { version: Version; commits: VersionCommits; files: readonly CommitFile[]; isPart: boolean },
): PlacedThreads & { error: Error | null } {
  const { threads, error } = useFileThreadList(name);
  const fileOf = useMemo(() => {
    const byName = new Map(files.map((file) => [file.filename, file]));
    const byOldName = new Map(files.map((file) => [file.previousFilename, file]));
    return (path: string) => byName.get(path) ?? byOldName.get(path);
  }, [files]);
  const versions = useMemo(() => {
    const known = new Map<string, VersionCommits & { number: string }>([[version.number, version]]);
    for (const { version } of threads) if (version) known.set(version.number, version);
    return known;
  }, [threads, version]);

  const elsewhere = useMemo(() => {
    const portable = (id: string, lines: Lines, writtenOn: VersionCommits | undefined): PortableLines[] => {
      const newPath = fileOf(lines.path)?.filename;
      if (!writtenOn || newPath === undefined || lines.startLine === fileLine) return [];
      if (writtenOn.headSha === commits.headSha && writtenOn.baseSha === commits.baseSha) return [];
      return [{ id, ...lines, newPath, version: writtenOn }];
    };
    return [
      ...threads.flatMap((thread) => portable(thread.id, linesOfThread(thread), thread.version)),
      ...drafts.flatMap((draft) => {
        const writtenOn = draft.version === undefined ? undefined : versions.get(draft.version);
        return portable(draftId(draft), linesOfDraft(draft), writtenOn);
      }),
    ];
  }, [threads, drafts, fileOf, versions, commits]);
  const ported = usePortedThreads(name, commits, elsewhere);

  return useMemo(() => {
    const ids = new Set(elsewhere.map(({ id }) => id));
    const diff = { fileOf, version: version.number, elsewhere: ids, ported, isPart };
    return { ...placeThreads(diff, threads), error };
  }, [threads, elsewhere, ported, fileOf, version, isPart, error]);
}
