"use client";

import { useMemo } from "react";
import { DiffWorkbench } from "@/components/diff/diff-workbench";
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
import { type PullDiff, useDiffContent, useOpenComment } from "./use-diff-content";
import { useViewed } from "./use-viewed";

interface FilesBodyProps extends PullDiff {
  /** All files are there. */
  complete: boolean;
  /** Says what is shown: how many files of what. */
  summary: string;
  load?: (file: CommitFile) => Promise<{ before: string; after: string }>;
}

const below = (place: DiffPosition) => <DiffThread place={place} />;

/** A diff with its threads, annotations and the user's drafts. */
export function FilesBody(props: FilesBodyProps) {
  const { name, pull, mayAct, files, complete, summary, version, between, load } = props;
  const url = useUrlState();
  const { threads, places, facts, openThreads, homeless, threadsError, annotations } = useDiffContent(props);
  const viewed = useViewed(pull.id, version.headSha, facts);
  const comment = useOpenComment(props, threads.opened);
  const at = url.get("at");
  const range = useMemo(() => parseRange(at), [at]);
  const lost = range !== undefined && complete && !files.some(({ filename }) => filename === range.path);
  const { suggesting } = threads;

  return (
    <>
      {threadsError ? (
        <CallFailure error={threadsError}>Not everything that was said could be read.</CallFailure>
      ) : null}
      {annotations.error ? (
        <CallFailure error={annotations.error}>Not every annotation of the checks could be read.</CallFailure>
      ) : null}
      {lost ? (
        <p role="status" className="rounded-md border border-warning/40 bg-warning-soft p-2 text-sm text-warning">
          The address names a place in {range.path}, which is not changed in what is shown.
        </p>
      ) : null}
      {complete && homeless.length > 0 ? (
        <HomelessThreads name={name} threads={homeless} mayAct={mayAct} between={between} />
      ) : null}
      {complete && files.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          {between ? "The author changed nothing between these versions." : "Nothing is changed."}
        </p>
      ) : (
        <FileThreadsProvider threads={threads}>
          <DiffWorkbench
            files={files}
            facts={facts}
            positions={places}
            below={below}
            openThreads={openThreads}
            viewed={viewed}
            onComment={mayAct ? comment : undefined}
            load={load}
            keys={annotations.count > 0 ? { a: annotations.toggle } : undefined}
            range={range}
            onRange={(next) => url.set({ at: next ? formatRange(next) : "" })}
          >
            <p className="text-muted-foreground text-sm">{summary}</p>
            {annotations.count > 0 ? (
              <Button
                size="small"
                aria-pressed={annotations.shown}
                variant={annotations.shown ? "secondary" : "quiet"}
                onClick={annotations.toggle}
              >
                {counted(annotations.count, "annotation")}
              </Button>
            ) : null}
            {suggesting && suggesting.chosen.length > 0 ? (
              <Button size="small" disabled={suggesting.busy} onClick={() => suggesting.apply(suggesting.chosen)}>
                Commit {suggesting.chosen.length} suggestions
              </Button>
            ) : null}
          </DiffWorkbench>
        </FileThreadsProvider>
      )}
    </>
  );
}

interface HomelessThreadsProps {
  name: PullName;
  threads: readonly Thread[];
  mayAct: boolean;
  between: boolean;
}

/** Threads on files that the diff doesn't have. */
function HomelessThreads({ name, threads, mayAct, between }: HomelessThreadsProps) {
  return (
    <details open={!between} className="max-w-3xl rounded-md border p-2">
      <summary className="cursor-pointer text-sm">
        {counted(threads.length, "thread")} on files that{" "}
        {between ? "did not change between these versions" : "are not changed any more"}
      </summary>
      <div className="space-y-2 pt-2">
        {threads.map((thread) => (
          <ThreadView key={thread.id} name={name} thread={thread} mayAct={mayAct} place />
        ))}
      </div>
    </details>
  );
}
