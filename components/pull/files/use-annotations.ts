"use client";

import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { allAnnotationsQuery, checkRunsQuery } from "@/components/checks/check-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import type { CheckRunAnnotation } from "@/lib/contract/hosting/check";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, positionKey, shownPosition } from "@/lib/model/diff/diff-position";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

/** A check's annotation on a location in the code. */
export interface PlacedAnnotation {
  annotation: CheckRunAnnotation;
  /** Name of the check. */
  by: string;
}

/** Places annotations below their last lines. Omits annotations of files that aren't in the diff. */
export function placeAnnotations(
  files: readonly CommitFile[],
  annotations: readonly PlacedAnnotation[],
): { byPosition: Map<string, PlacedAnnotation[]>; positions: DiffPosition[]; count: number } {
  const byName = new Map(files.map((file) => [file.filename, file]));
  const byPosition = new Map<string, PlacedAnnotation[]>();
  const positions = new Map<string, DiffPosition>();
  let count = 0;
  for (const { annotation, by } of annotations) {
    const file = annotation.location && byName.get(annotation.location.path);
    if (!annotation.location || !file) continue;
    const { path, endLine } = annotation.location;
    const position = shownPosition(parseHunks(file), { path, side: "right", line: endLine });
    const key = positionKey(position);
    positions.set(key, position);
    byPosition.set(key, [...(byPosition.get(key) ?? []), { annotation, by }]);
    count += 1;
  }
  return { byPosition, positions: [...positions.values()], count };
}

/** The annotations of a commit's checks, placed in a diff. */
export function useAnnotations({ ownerSlug, repoName }: RepositoryName, sha: string, files: readonly CommitFile[]) {
  const repository = { ownerSlug, repoName };
  const runs = useInfiniteQuery({ ...checkRunsQuery({ ...repository, sha }), staleTime: 30_000 });
  useFetchAllPages(runs);
  const all = runs.data?.pages.flatMap((page) => page.checkRuns) ?? [];
  const loaded = useQueries({
    queries: all.map((run) => allAnnotationsQuery(repository, run)),
    combine: (results) => ({
      annotations: results.flatMap(({ data }, index) =>
        (data?.annotations ?? []).map((annotation): PlacedAnnotation => ({ annotation, by: all[index]?.name ?? "" })),
      ),
      error: results.find(({ error }) => error)?.error ?? null,
    }),
  });
  const keys = loaded.annotations.map(({ annotation }) => annotation.id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: annotations are immutable, so their ids identify them
  const placed = useMemo(() => placeAnnotations(files, loaded.annotations), [files, keys]);
  return { ...placed, error: runs.error ?? loaded.error };
}
