"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { PullName } from "@/components/pulls/pull-queries";
import type { Thread } from "@/components/reviews/review-queries";
import { classNames } from "@/components/ui/class-names";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { PatchLine } from "@/lib/model/diff/patch";
import { findSnippet } from "@/lib/model/diff/snippet";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import { paths } from "@/lib/model/paths";
import { pullFilesQuery } from "./detail-queries";

const looks: Readonly<Record<PatchLine["kind"], { sign: string; color: string }>> = {
  added: { sign: "+", color: "bg-success-soft" },
  removed: { sign: "−", color: "bg-danger-soft" },
  same: { sign: " ", color: "" },
};

function rangeOf({ path, side, startLine, endLine }: Thread): DiffRange | undefined {
  if (!path) return undefined;
  const first = startLine ?? 0;
  return { path, side: side === "left" ? "left" : "right", startLine: first, endLine: endLine || first };
}

interface ThreadSnippetProps {
  name: PullName;
  pull: PullRequest;
  thread: Thread;
}

/** The lines a thread is about, with a link to them. Threads on earlier versions only have the link. */
export function ThreadSnippet({ name, pull, thread }: ThreadSnippetProps) {
  const version = pull.version.number;
  const isLatest = (thread.version?.number ?? version) === version;
  const range = rangeOf(thread);
  const hasLines = isLatest && range !== undefined && range.startLine > 0;
  const { data } = useInfiniteQuery({ ...pullFilesQuery(name, version), enabled: hasLines });
  if (!range) return null;
  const file = data?.pages.flatMap((page) => page.files).find(({ filename }) => filename === range.path);
  const lines = hasLines && file ? findSnippet(parseHunks(file), range) : [];
  return (
    <figure className="border-t">
      {lines.length > 0 ? (
        <pre className="whitespace-pre-wrap break-words py-1 font-mono text-xs">
          {lines.map(({ kind, text, before, after }) => (
            <code key={`${before} ${after}`} className={classNames("block px-3", looks[kind].color)}>
              <span className="mr-3 inline-block w-8 select-none text-right text-muted-foreground">
                {after ?? before}
              </span>
              {looks[kind].sign} {showHiddenCharacters(text)}
            </code>
          ))}
        </pre>
      ) : null}
      <figcaption className={classNames("px-3 py-1 text-xs", lines.length > 0 && "border-t")}>
        <Link href={paths.pullLines(name, range)} prefetch={false} className="underline">
          View in files
        </Link>
      </figcaption>
    </figure>
  );
}
