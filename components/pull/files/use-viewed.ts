"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { FileMetadata } from "@/components/diff/body-reason";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { viewedKey } from "@/lib/model/diff/viewed";

const listViewedFiles = () =>
  import("@/lib/contract/dashboard/pulls/list-viewed-files").then((entry) => entry.listViewedFiles);
const markViewedFiles = () =>
  import("@/lib/contract/dashboard/pulls/mark-viewed-files").then((entry) => entry.markViewedFiles);

/** The user's marks on a pull request, and the versions that the user had seen before opening it. */
export function viewedQuery(pullId: string) {
  const queryKey = ["viewed-files", pullId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const listed = await callProxy(listViewedFiles, { params: { pullId }, signal });
      // A version that was new when the page was opened stays new on it, although it has been seen by now.
      const before = client.getQueryData<typeof listed>(queryKey);
      return { ...listed, seenVersions: before?.seenVersions ?? listed.seenVersions };
    },
  });
}

/** Which files the user has viewed. A mark applies to a path and content, so it survives versions that don't change the file. */
export function useViewed(pullId: string, headSha: string, metadata: ReadonlyMap<string, FileMetadata>) {
  const client = useQueryClient();
  const { queryKey } = viewedQuery(pullId);
  const { data } = useQuery(viewedQuery(pullId));
  const marks = useMemo(() => new Set(data?.marks), [data]);
  const { mutate } = useMutation({
    // In the order of the clicks.
    scope: { id: `viewed-files ${pullId}` },
    mutationFn: (body: { marks: string[]; viewed: boolean }) =>
      callProxy(markViewedFiles, { params: { pullId }, body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (now) => {
        const changed = new Set(change.marks);
        const others = now?.marks.filter((mark) => !changed.has(mark)) ?? [];
        const marks = [...others, ...(change.viewed ? change.marks : [])];
        return { marks, seenVersions: now?.seenVersions ?? [] };
      });
    },
    onError: (error) => {
      toast.error("Couldn't save which files you viewed.", { description: error.message });
      return client.invalidateQueries({ queryKey });
    },
  });
  // A mark that was set before the file's content was known applies to it from then on, so that a new head keeps it.
  const unfinished = useMemo(
    () =>
      [...metadata].flatMap(([filename, { content }]) => {
        if (content === undefined || !marks.has(viewedKey({ filename, content: headSha }))) return [];
        const key = viewedKey({ filename, content });
        return marks.has(key) ? [] : [key];
      }),
    [metadata, marks, headSha],
  );
  const finished = useRef(new Set<string>());
  useEffect(() => {
    // Once each, because a failed call restores the marks.
    const keys = unfinished.filter((key) => !finished.current.has(key));
    for (const key of keys) finished.current.add(key);
    if (keys.length > 0) mutate({ marks: keys, viewed: true });
  }, [unfinished, mutate]);
  // If the blob id isn't known yet, the mark applies to the file at this head.
  const keysOf = (path: string): [string, ...string[]] => {
    const content = metadata.get(path)?.content;
    const headKey = viewedKey({ filename: path, content: headSha });
    return content === undefined ? [headKey] : [viewedKey({ filename: path, content }), headKey];
  };
  return {
    has: (path: string) => keysOf(path).some((key) => marks.has(key)),
    set: (paths: readonly string[], viewed: boolean) =>
      mutate({ marks: paths.flatMap((path) => (viewed ? keysOf(path)[0] : keysOf(path))), viewed }),
  };
}
