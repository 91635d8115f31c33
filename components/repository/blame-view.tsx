"use client";

import { useQuery } from "@tanstack/react-query";
import { FileDigit, Undo2 } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { blameQuery, contentQuery, type RepositoryLocation } from "@/components/repositories/content-queries";
import { Highlighted } from "@/components/transcript/code-view";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { BlameCommit, BlameRange } from "@/lib/contract/hosting/contents/get-blame";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import { fileText } from "@/lib/model/hosting/file-text";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { commitHeat } from "./commit-heat";

interface BlameViewProps {
  name: RepositoryName;
  location: RepositoryLocation;
}

/** The lines of a file next to the commits that last changed them. */
export function BlameView({ name, location }: BlameViewProps) {
  const blame = useQuery(blameQuery(name, location));
  const { data } = blame;
  // The branch may move between the two requests, so the content is read at the commit of the blame.
  const content = useQuery({
    ...contentQuery(name, { revision: data?.sha ?? "", path: location.path }),
    enabled: data !== undefined,
  });
  const error = blame.error ?? content.error;
  if (error) {
    return (
      <CallFailure error={error} onRetry={() => (blame.error ? blame.refetch() : content.refetch())}>
        Couldn't load the blame.
      </CallFailure>
    );
  }
  if (!data || !content.data) return <SkeletonRows label="Loading blame" />;
  const read = fileText(content.data.content ?? "");
  if (read.kind === "binary")
    return (
      <EmptyState icon={FileDigit} title="Binary file">
        Binary files have no lines to blame.
      </EmptyState>
    );
  if (data.ranges.length === 0)
    return (
      <EmptyState icon={FileDigit} title="Empty file">
        This file has no lines.
      </EmptyState>
    );
  const lines = showHiddenCharacters(read.text).replace(/\n$/, "").split("\n");
  return <BlamedLines name={name} lines={lines} ranges={data.ranges} commits={data.commits} file={content.data.name} />;
}

interface BlamedLinesProps {
  name: RepositoryName;
  /** The name of the file. */
  file: string;
  lines: readonly string[];
  ranges: readonly BlameRange[];
  commits: readonly BlameCommit[];
}

const lineHeight = 18;
const heats = [
  "bg-warning-line/15",
  "bg-warning-line/35",
  "bg-warning-line/55",
  "bg-warning-line/75",
  "bg-warning-line",
];

/** Lines have a fixed height and don't wrap, so the commits stay next to them. */
function BlamedLines({ name, file, lines, ranges, commits }: BlamedLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  useRowKeys(list);
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const heatOf = commitHeat(commits, heats.length);
  return (
    <div className="overflow-hidden rounded-md border">
      <p className="flex flex-wrap items-center gap-2 border-b bg-muted/50 px-3 py-1 text-muted-foreground text-xs">
        Older
        <span aria-hidden className="flex gap-0.5">
          {heats.map((heat) => (
            <span key={heat} className={`h-3 w-2 ${heat}`} />
          ))}
        </span>
        Newer
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard */}
      <section tabIndex={0} aria-label="Lines" className="flex overflow-x-auto py-2 text-xs leading-[18px]">
        <ol ref={list} aria-label="Commits by line" className="w-32 shrink-0 border-r sm:w-80">
          {ranges.map((range) => {
            const commit = bySha.get(range.sha);
            return commit ? (
              <BlameItem key={range.startLine} name={name} range={range} commit={commit} heat={heats[heatOf(commit)]} />
            ) : null;
          })}
        </ol>
        <pre
          aria-hidden
          className="shrink-0 select-none border-r px-2 text-right font-mono text-muted-foreground leading-[18px]"
        >
          {lines.map((_, index) => index + 1).join("\n")}
        </pre>
        <pre className="px-3 font-mono leading-[18px]">
          <Highlighted lines={lines} name={file} />
        </pre>
      </section>
    </div>
  );
}

interface BlameItemProps {
  name: RepositoryName;
  range: BlameRange;
  commit: BlameCommit;
  heat: string | undefined;
}

const lineText = ({ startLine, lineCount }: BlameRange) =>
  lineCount === 1 ? `Line ${startLine}` : `Lines ${startLine}–${startLine + lineCount - 1}`;

function BlameItem({ name, range, commit, heat }: BlameItemProps) {
  const { sha, subject, author, previous } = commit;
  return (
    <li
      data-row
      className="relative overflow-hidden border-b last:border-b-0 [content-visibility:auto]"
      style={{ height: range.lineCount * lineHeight }}
    >
      <span aria-hidden className={`absolute inset-y-0 left-0 w-1 ${heat ?? ""}`} />
      <div className="flex h-[17px] items-center gap-2 pr-1 pl-2.5 leading-[17px]">
        <span className="sr-only">{lineText(range)}:</span>
        <Link
          href={paths.commit(name, sha)}
          prefetch={false}
          title={`${subject}\n${author.name}, ${sha.slice(0, 8)}`}
          className="min-w-0 flex-1 truncate hover:underline"
        >
          {subject || "(no message)"}
        </Link>
        <span className="hidden max-w-24 truncate text-muted-foreground sm:inline">{author.name}</span>
        <RelativeTime iso={author.date} bare className="hidden shrink-0 text-muted-foreground sm:inline" />
        {previous ? (
          <Link
            href={paths.repositoryAt(name, { view: "blame", ref: previous.sha, path: previous.path })}
            prefetch={false}
            aria-label={`Blame before ${sha.slice(0, 8)}`}
            title="Blame before this change"
            className="shrink-0 text-muted-foreground hover:text-foreground"
          >
            <Undo2 aria-hidden className="size-3" />
          </Link>
        ) : (
          <span aria-hidden className="w-3 shrink-0" />
        )}
      </div>
    </li>
  );
}
