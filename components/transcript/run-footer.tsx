"use client";

import { useQuery } from "@tanstack/react-query";
import { runQuery } from "@/components/transcript/run-queries";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Skeleton } from "@/components/ui/skeleton";
import { callProxy } from "@/lib/client/call";
import type { LiveTone } from "@/lib/client/live/live-labels";
import { tabConnection } from "@/lib/client/live/tab-connection";
import { useLiveLabel } from "@/lib/client/live/use-live-label";
import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { runSubject } from "@/lib/model/live/subscription";
import { unshownResult } from "@/lib/model/transcript/conversation-items";
import { durationLabel } from "@/lib/model/transcript/duration";
import type { Transcript } from "@/lib/model/transcript/state";
import { StreamStatusBadge } from "./stream-status-badge";
import { MarkdownText } from "./markdown";

interface RunFooterProps {
  run: Run;
  transcript: Transcript;
  status: string;
}

const endedTones: ReadonlySet<LiveTone> = new Set(["over", "recorded", "failed"]);

/** What stands below the rows of a run: its outcome, or what it is doing and how its stream is. */
export function RunFooter({ run, transcript, status }: RunFooterProps) {
  const subject = runSubject(run.agentId, run.id);
  const live = useLiveLabel(subject);
  const over = isTerminal(status);
  const unavailable = over && !transcript.outcome && endedTones.has(live.tone);
  // A run that ended as it should has said so itself: its stream is worth a word only when it was not had from the service.
  const showStream = !over || live.tone === "failed" || live.tone === "recorded";
  return (
    <div className="space-y-2 pb-3">
      {unavailable ? <Remainder run={run} retained={live.tone === "failed"} /> : null}
      {over && transcript.outcome ? <Outcome run={run} transcript={transcript} /> : null}
      {over ? null : <Working transcript={transcript} status={status} />}
      {showStream ? (
        <div className="flex flex-wrap items-center gap-2">
          <StreamStatusBadge words={live} />
          {(live.tone === "failed" || live.tone === "recorded") && live.detail ? (
            <span className="text-muted-foreground text-xs">{live.detail}</span>
          ) : null}
          {live.tone === "failed" ? (
            <Button size="small" onClick={() => tabConnection().retry(subject)}>
              Try again
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Working({ transcript, status }: { transcript: Transcript; status: string }) {
  if (transcript.rows.length > 0) return null;
  return (
    <div className="space-y-2">
      <p className="text-muted-foreground text-sm">
        {status === "CREATING" ? "Waiting for a workspace…" : "The run has started. Nothing has been said yet."}
      </p>
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

const otherEnds: ReadonlyMap<string, string> = new Map([
  ["CANCELLED", "The run was cancelled. What it had pushed before stays on its branch. Send a follow-up to go on."],
  ["EXPIRED", "Nobody took the run in time, so nothing was done. Send the prompt again."],
]);

function Outcome({ run, transcript }: { run: Run; transcript: Transcript }) {
  const { outcome } = transcript;
  const result = unshownResult(transcript);
  const status = outcome?.status ?? run.status;
  const failure = outcome?.failure ?? run.error;
  const durationMs = outcome?.durationMs ?? run.durationMs;
  const tokens = (transcript.usage?.inputTokens ?? 0) + (transcript.usage?.outputTokens ?? 0);
  const facts = [
    durationMs === undefined ? "" : `Took ${durationLabel(durationMs)}`,
    tokens > 0 ? `${tokens.toLocaleString("en")} tokens` : "",
    ...(outcome?.branches ?? []).map(({ branch }) => (branch ? `Branch ${branch}` : "")),
  ].filter(Boolean);
  return (
    <>
      {result ? <MarkdownText text={result} /> : null}
      {status === "ERROR" ? <Failure failure={failure} /> : null}
      {otherEnds.has(status) ? <p className="text-muted-foreground text-sm">{otherEnds.get(status)}</p> : null}
      {facts.length > 0 ? <p className="break-words text-muted-foreground text-xs">{facts.join(" · ")}</p> : null}
    </>
  );
}

function Failure({ failure }: { failure: { message: string; code?: string | undefined } | undefined }) {
  return (
    <ErrorNotice title={failure?.message ?? "The run failed, and the service did not say why."}>
      The agent and its earlier work are unchanged. Send a follow-up to try again.
      {failure?.code ? <span className="block font-mono text-xs">{failure.code}</span> : null}
    </ErrorNotice>
  );
}

/** The events of the run are not to be had: what the run itself still says. */
function Remainder({ run, retained }: { run: Run; retained: boolean }) {
  const { data } = useQuery({ ...runQuery(callProxy, run.agentId, run.id), staleTime: 60_000 });
  const failure = data?.error ?? run.error;
  return (
    <div className="space-y-2">
      <p className="text-muted-foreground text-sm">
        {retained
          ? "The transcript can't be read now. Here is what the run itself says."
          : "The service keeps transcripts for a limited time, and this one's has passed. Its result remains."}
      </p>
      {data?.result ? <MarkdownText text={data.result} /> : null}
      {run.status === "ERROR" ? <Failure failure={failure} /> : null}
      {otherEnds.has(run.status) ? <p className="text-muted-foreground text-sm">{otherEnds.get(run.status)}</p> : null}
    </div>
  );
}
