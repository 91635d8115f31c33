"use client";

import { useMemo } from "react";
import type { FileMetadata } from "@/components/diff/file-header";
import type { Codec } from "@/components/ui/local-store";
import { useLocalStore } from "@/components/ui/use-local-store";
import { readMarks, viewedKey, withMark } from "@/lib/model/diff/viewed";

const viewedMarks: Codec<string[]> = { parse: readMarks, format: JSON.stringify };

/** Which files the user has viewed. A mark applies to a path and content, so it survives versions that don't change the file. */
export function useViewed(pullId: string, headSha: string, metadata: ReadonlyMap<string, FileMetadata>) {
  const { value, read, write } = useLocalStore(`viewed.${pullId}`, viewedMarks);
  const marks = useMemo(() => new Set(value), [value]);
  // If the blob id isn't known yet, the mark applies to the file at this head.
  const keysOf = (path: string) => {
    const content = metadata.get(path)?.content;
    const headKey = viewedKey({ filename: path, content: headSha });
    return content === undefined ? [headKey] : [viewedKey({ filename: path, content }), headKey];
  };
  return {
    has: (path: string) => keysOf(path).some((key) => marks.has(key)),
    set: (path: string, viewed: boolean) => {
      const [first = "", ...others] = keysOf(path);
      const cleared = others.reduce((kept, key) => withMark(kept, key, false), read());
      write(withMark(cleared, first, viewed));
    },
  };
}
