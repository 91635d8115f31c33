"use client";

import { useMemo } from "react";
import type { FileFacts } from "@/components/diff/file-head";
import type { Codec } from "@/components/ui/local-store";
import { useLocalStore } from "@/components/ui/use-local-store";
import { readMarks, viewedKey, withMark } from "@/lib/model/diff/viewed";

const viewedMarks: Codec<string[]> = { parse: readMarks, format: JSON.stringify };

/** Which files the user has viewed. A mark is for a name and a content, so it survives versions that don't change the file. */
export function useViewed(pullId: string, headSha: string, facts: ReadonlyMap<string, FileFacts>) {
  const { value, read, write } = useLocalStore(`viewed.${pullId}`, viewedMarks);
  const marks = useMemo(() => new Set(value), [value]);
  // Where the content isn't known yet, a mark is for this head, whose content never changes.
  const keysOf = (path: string) => {
    const content = facts.get(path)?.content;
    const ofHead = viewedKey({ filename: path, content: headSha });
    return content === undefined ? [ofHead] : [viewedKey({ filename: path, content }), ofHead];
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
