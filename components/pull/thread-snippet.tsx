"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo, useRef } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { comparisonQuery, contentQuery } from "@/components/repositories/content-queries";
import type { Thread } from "@/components/reviews/review-queries";
import { classNames } from "@/components/ui/class-names";
import { useWasVisible } from "@/components/ui/use-was-visible";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type DiffRange, fileLine } from "@/lib/model/diff/diff-position";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { PatchLine } from "@/lib/model/diff/patch";
import { findSnippet, findTextSnippet } from "@/lib/model/diff/snippet";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import { contentText } from "@/lib/model/hosting/file-text";
import { paths } from "@/lib/model/paths";
import { pullFilesQuery } from "./detail-queries";

const looks: Readonly<Record<PatchLine["kind"], { sign: string; color: string }>> = {
  added: { sign: "+", color: "bg-success-soft" },
  removed: { sign: "−", color: "bg-danger-soft" },
  same: { sign: " ", color: "" },
};

/** Larger files aren't decoded. */
const maxFileBytes = 1_000_000;
const maxLineLength = 500;

const shownText = (text: string) =>
  showHiddenCharacters(text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text);

function rangeOf({ path, side, startLine, endLine }: Thread): DiffRange | undefined {
  if (!path) return undefined;
  const first = startLine ?? fileLine;
  return { path, side: side === "left" ? "left" : "right", startLine: first, endLine: endLine || first };
}

/** The lines of a range in one version of its file: at the head, or at the merge base for the left side. */
function useVersionLines(
  { ownerSlug, repoName }: PullName,
  { headSha, baseSha }: NonNullable<Thread["version"]>,
  range: DiffRange,
  enabled: boolean,
): PatchLine[] {
  const repository = { ownerSlug, repoName };
  const isLeft = range.side === "left";
  const unchanging = { staleTime: Number.POSITIVE_INFINITY, retry: false };
  const comparison = useQuery({
    ...comparisonQuery(repository, { base: baseSha, head: headSha }),
    ...unchanging,
    enabled: enabled && isLeft,
  });
  const revision = isLeft ? (comparison.data?.mergeBaseCommit.sha ?? "") : headSha;
  const { data } = useQuery({
    ...contentQuery(repository, { revision, path: range.path }),
    ...unchanging,
    enabled: enabled && revision !== "",
  });
  const text = useMemo(() => (Number(data?.size ?? 0) > maxFileBytes ? undefined : contentText(data)), [data]);
  return enabled && text !== undefined ? findTextSnippet(text, range) : [];
}

/**
 * The lines of a thread: with the changes if the diff of the latest version is loaded and contains them, otherwise from the
 * version that the thread was started on, once `visible`.
 */
function useSnippet(name: PullName, pull: PullRequest, thread: Thread, range: DiffRange, visible: boolean) {
  const version = thread.version ?? pull.version;
  const isLatest = version.number === pull.version.number;
  const hasLines = range.startLine !== fileLine;
  const files = useInfiniteQuery({ ...pullFilesQuery(name, pull.version.number), enabled: hasLines && isLatest });
  const file = isLatest
    ? files.data?.pages.flatMap((page) => page.files).find(({ filename }) => filename === range.path)
    : undefined;
  const changes = hasLines && file ? findSnippet(parseHunks(file), range) : [];
  const needsFile = hasLines && visible && changes.length === 0 && !files.isLoading;
  const lines = useVersionLines(name, version, range, needsFile);
  return { lines: changes.length > 0 ? changes : lines, olderVersion: isLatest ? undefined : version.number };
}

interface ThreadSnippetProps {
  name: PullName;
  pull: PullRequest;
  thread: Thread;
}

/** The lines a thread is about, and a link to them in the version that it was started on. */
export function ThreadSnippet(props: ThreadSnippetProps) {
  const range = rangeOf(props.thread);
  return range ? <Snippet {...props} range={range} /> : null;
}

function Snippet({ name, pull, thread, range }: ThreadSnippetProps & { range: DiffRange }) {
  const element = useRef<HTMLElement>(null);
  const { lines, olderVersion } = useSnippet(name, pull, thread, range, useWasVisible(element));
  return (
    <figure ref={element} className="border-t">
      {lines.length > 0 ? (
        <pre className="whitespace-pre-wrap break-words py-1 font-mono text-xs">
          {lines.map(({ kind, text, before, after }) => (
            <code key={`${before} ${after}`} className={classNames("block px-3", looks[kind].color)}>
              <span className="mr-3 inline-block w-8 select-none text-right text-muted-foreground">
                {after ?? before}
              </span>
              {looks[kind].sign} {shownText(text)}
            </code>
          ))}
        </pre>
      ) : null}
      <figcaption className={classNames("px-3 py-1 text-xs", lines.length > 0 && "border-t")}>
        <Link href={paths.pullLines(name, range, olderVersion)} prefetch={false} className="underline">
          View in files
        </Link>
      </figcaption>
    </figure>
  );
}
