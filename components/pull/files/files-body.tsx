"use client";

import { type ReactNode, useMemo } from "react";
import DiffWorkbench from "@/components/diff/diff-workbench";
import type { PullName } from "@/components/pulls/pull-queries";
import type { Thread } from "@/components/reviews/review-queries";
import { ThreadView } from "@/components/reviews/thread-view";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { useUrlState } from "@/components/ui/use-url-state";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, formatRange, parseRange } from "@/lib/model/diff/diff-position";
import { counted } from "@/lib/model/plural";
import { DiffThread } from "./diff-thread";
import { FileThreadsProvider } from "./file-threads";
import { type DiffScope, type PullDiff, useDiffContent, useOpenComment } from "./use-diff-content";
import { useViewed } from "./use-viewed";

interface FilesBodyProps extends PullDiff {
  /** All files are loaded. */
  complete: boolean;
  /** For example `3 files in version 2`. */
  summary: string;
  /** The button that opens the review form. */
  review: ReactNode;
  onReview: () => void;
  load?: (file: CommitFile) => Promise<{ before: string; after: string }>;
}

const below = (position: DiffPosition) => <DiffThread position={position} />;

/** A diff with its threads, annotations and the user's drafts. */
export function FilesBody(props: FilesBodyProps) {
  const { name, pull, canWrite, files, complete, summary, review, onReview, commits, scope, load } = props;
  const url = useUrlState();
  const { threads, positions, stops, metadata, openThreads, unplaced, threadsError, annotations } =
    useDiffContent(props);
  const viewed = useViewed(pull.id, commits.headSha, metadata);
  const comment = useOpenComment(props, threads.opened);
  const at = url.get("at");
  const range = useMemo(() => parseRange(at), [at]);
  const isOutsideDiff = range !== undefined && complete && !files.some(({ filename }) => filename === range.path);
  const { suggestionBatch } = threads;

  return (
    <>
      {threadsError ? <CallFailure error={threadsError}>Couldn't load all review comments.</CallFailure> : null}
      {annotations.error ? (
        <CallFailure error={annotations.error}>Couldn't load all check annotations.</CallFailure>
      ) : null}
      {isOutsideDiff ? (
        <p role="status" className="rounded-md border border-warning/40 bg-warning-soft p-2 text-sm text-warning">
          The link points to {range.path}, which isn't part of these changes.
        </p>
      ) : null}
      {complete && unplaced.length > 0 ? (
        <UnplacedThreads name={name} threads={unplaced} canWrite={canWrite} scope={scope} />
      ) : null}
      {complete && files.length === 0 ? (
        <div className="flex items-center justify-between gap-2">
          <p className="text-muted-foreground text-sm">
            {scope === "between" ? "The author made no changes between these versions." : "No changes."}
          </p>
          {review}
        </div>
      ) : (
        <FileThreadsProvider threads={threads}>
          <DiffWorkbench
            files={files}
            metadata={metadata}
            positions={positions}
            stops={stops}
            below={below}
            openThreads={openThreads}
            viewed={viewed}
            onComment={canWrite ? comment : undefined}
            load={load}
            keys={{
              ...(canWrite ? { r: onReview } : {}),
              ...(annotations.count > 0 ? { a: annotations.toggle } : {}),
            }}
            fill
            actions={review}
            range={range}
            onRange={(next) => url.set({ at: next ? formatRange(next) : "" })}
          >
            <p className="hidden text-muted-foreground text-sm md:block">{summary}</p>
            {annotations.count > 0 ? (
              <Button
                size="small"
                aria-pressed={annotations.shown}
                variant={annotations.shown ? "secondary" : "ghost"}
                onClick={annotations.toggle}
              >
                {counted(annotations.count, "annotation")}
              </Button>
            ) : null}
            {suggestionBatch && suggestionBatch.chosen.length > 0 ? (
              <Button
                size="small"
                disabled={suggestionBatch.busy}
                onClick={() => suggestionBatch.apply(suggestionBatch.chosen)}
              >
                Commit {suggestionBatch.chosen.length} suggestions
              </Button>
            ) : null}
          </DiffWorkbench>
        </FileThreadsProvider>
      )}
    </>
  );
}

interface UnplacedThreadsProps {
  name: PullName;
  threads: readonly Thread[];
  canWrite: boolean;
  scope: DiffScope;
}

/** Threads on files that aren't in the diff. */
function UnplacedThreads({ name, threads, canWrite, scope }: UnplacedThreadsProps) {
  const open = threads.filter(({ resolvedAt }) => resolvedAt === undefined).length;
  return (
    <details open={scope !== "between"} className="max-h-1/3 max-w-3xl shrink-0 overflow-auto rounded-md border p-2">
      <summary className="cursor-pointer text-sm">
        {open > 0 ? counted(open, "open thread") : counted(threads.length, "resolved thread")} on files{" "}
        {scope === "between" ? "that didn't change between these versions" : "that are no longer changed"}
      </summary>
      <div className="space-y-2 pt-2">
        {threads.map((thread) => (
          <ThreadView key={thread.id} name={name} thread={thread} canWrite={canWrite} showLocation />
        ))}
      </div>
    </details>
  );
}
