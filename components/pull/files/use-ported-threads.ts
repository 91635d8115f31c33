"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { comparisonQuery, contentQuery } from "@/components/repositories/content-queries";
import { changesBetween, splitLines } from "@/lib/model/diff/changes";
import type { Side } from "@/lib/model/diff/diff-position";
import { type PortedRange, portRange } from "@/lib/model/diff/port-line";
import { contentText } from "@/lib/model/hosting/file-text";

export interface VersionCommits {
  headSha: string;
  baseSha: string;
}

export interface PortableLines {
  id: string;
  path: string;
  /** Its current path; differs after a rename. */
  newPath: string;
  side: Side;
  startLine: number;
  endLine: number;
  version: VersionCommits;
}

const keyOf = ({ headSha, baseSha }: VersionCommits) => `${baseSha}...${headSha}`;

/** Maps lines of other versions to the current version, by id. Omits lines whose files aren't loaded yet. */
export function usePortedThreads(
  { ownerSlug, repoName }: PullName,
  now: VersionCommits,
  positions: readonly PortableLines[],
): ReadonlyMap<string, PortedRange> {
  const name = { ownerSlug, repoName };
  const versions = new Map([now, ...positions.map(({ version }) => version)].map((each) => [keyOf(each), each]));
  const hasLeftSide = positions.some(({ side }) => side === "left");
  const bases = useQueries({
    queries: [...versions.values()].map(({ baseSha, headSha }) => ({
      ...comparisonQuery(name, { base: baseSha, head: headSha }),
      enabled: hasLeftSide,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.map(({ data }) => data?.mergeBaseCommit.sha),
  });
  const baseOf = new Map([...versions.keys()].map((key, index) => [key, bases[index]]));
  const commitOf = (version: VersionCommits, side: Side) =>
    side === "right" ? version.headSha : baseOf.get(keyOf(version));
  const files = new Map<string, { path: string; revision: string }>();
  for (const { path, newPath, side, version } of positions) {
    const [from, to] = [commitOf(version, side), commitOf(now, side)];
    if (from) files.set(`${from}:${path}`, { path, revision: from });
    if (to) files.set(`${to}:${newPath}`, { path: newPath, revision: to });
  }
  const texts = useQueries({
    queries: [...files.values()].map((position) => ({
      ...contentQuery(name, position),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const fileKeys = [...files.keys()].join("\n");
  const commitIds = positions
    .map(({ side, version }) => [commitOf(version, side), commitOf(now, side)].join())
    .join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the joined strings identify the lists they are made from
  return useMemo(() => {
    const textAt = new Map([...files.keys()].map((key, index) => [key, contentText(texts[index])]));
    const ported = new Map<string, PortedRange>();
    for (const { id, path, newPath, side, version, startLine, endLine } of positions) {
      const before = textAt.get(`${commitOf(version, side)}:${path}`);
      const after = textAt.get(`${commitOf(now, side)}:${newPath}`);
      if (before === undefined || after === undefined) continue;
      const lines = splitLines(after);
      ported.set(id, portRange(changesBetween(splitLines(before), lines), lines.length, { startLine, endLine }));
    }
    return ported;
  }, [texts, fileKeys, commitIds, positions]);
}
