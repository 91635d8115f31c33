"use client";

import { useQuery } from "@tanstack/react-query";
import { runQuery } from "@/components/transcript/run-queries";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { callProxy } from "@/lib/client/call";
import type { LiveTone } from "@/lib/client/live/live-labels";
import { tabConnection } from "@/lib/client/live/tab-connection";
import { useLiveLabel } from "@/lib/client/live/use-live-label";
import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { runSubject } from "@/lib/model/live/subscription";
import { runErrorText } from "@/lib/model/runs/run-errors";
import { unshownResult } from "@/lib/model/transcript/conversation-items";
import { durationLabel } from "@/lib/model/transcript/duration";
import type { Transcript } from "@/lib/model/transcript/state";
import MarkdownText from "./markdown";
import { showsStreamStatus } from "./stream-status";
import { StreamStatusBadge } from "./stream-status-badge";

const ConnectAgentServers = lazyPart(() => import("@/components/mcp/connect-agent-servers"));

interface RunFooterProps {
  run: Run;
  transcript: Transcript;
  status: string;
  /** A note below says why the run makes no progress, or what to do next. */
  hasNote: boolean;
}

const endedTones: ReadonlySet<LiveTone> = new Set(["ended", "recorded", "failed"]);

/** Shown below a run's rows: its outcome, or its progress and stream status. */
export function RunFooter({ run, transcript, status, hasNote }: RunFooterProps) {
  const subject = runSubject(run.agentId, run.id);
  const live = useLiveLabel(subject);
  const over = isTerminal(status);
  const unavailable = over && !transcript.outcome && endedTones.has(live.tone);
  const showStream = showsStreamStatus(status, live.tone) && !(hasNote && live.tone === "live");
  return (
    <div className="space-y-2 pb-3">
      {unavailable ? <StoredOutcome run={run} loadFailed={live.tone === "failed"} /> : null}
      {over && transcript.outcome ? <Outcome run={run} transcript={transcript} /> : null}
      {over ? null : <Working transcript={transcript} status={status} />}
      {showStream ? (
        <div className="flex flex-wrap items-center gap-2">
          <StreamStatusBadge label={live} />
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
  if (status === "CREATING") {
    return (
      <p className="text-muted-foreground text-sm">
        The prompt appears when the run starts. It wasn't sent from this dashboard, and the service doesn't report the
        prompts of waiting runs.
      </p>
    );
  }
  return (
    <div className="space-y-2">
      <p className="text-muted-foreground text-sm">Run started. Waiting for output…</p>
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

/** What the end of a run means, where its status alone doesn't say. */
function outcomeNote(status: string, hasPushed: boolean): string | undefined {
  if (status === "EXPIRED") return "No worker claimed the run in time, so it never started. Send the prompt again.";
  if (status !== "CANCELLED") return undefined;
  const kept = hasPushed ? "Commits already pushed stay on the branch. " : "";
  return `Run canceled. ${kept}Send a follow-up to continue.`;
}

function Outcome({ run, transcript }: { run: Run; transcript: Transcript }) {
  const { outcome } = transcript;
  const result = unshownResult(transcript);
  const status = outcome?.status ?? run.status;
  const failure = outcome?.failure ?? run.error;
  const durationMs = outcome?.durationMs ?? run.durationMs;
  const branches = outcome?.branches ?? [];
  const tokens = (transcript.usage?.inputTokens ?? 0) + (transcript.usage?.outputTokens ?? 0);
  const details = [
    durationMs === undefined ? "" : `Ran for ${durationLabel(durationMs)}`,
    tokens > 0 ? `${tokens.toLocaleString("en")} tokens` : "",
    ...branches.map(({ branch }) => (branch ? `Branch ${branch}` : "")),
  ].filter(Boolean);
  const note = outcomeNote(status, branches.length > 0);
  return (
    <>
      {result ? <MarkdownText text={result} /> : null}
      {status === "ERROR" ? <Failure failure={failure} agentId={run.agentId} /> : null}
      {note ? <p className="text-muted-foreground text-sm">{note}</p> : null}
      {details.length > 0 ? <p className="break-words text-muted-foreground text-xs">{details.join(" · ")}</p> : null}
    </>
  );
}

/** Whether a reason says no more than the title. */
const repeats = (reason: string, title: string) => reason.toLowerCase().replace(/^the /, "") === title.toLowerCase();

interface FailureProps {
  failure: { message: string; code?: string | undefined } | undefined;
  agentId: string;
}

function Failure({ failure, agentId }: FailureProps) {
  const { title, nextStep } = runErrorText(failure?.code);
  const [reason = "", ...output] = (failure?.message ?? "").split("\n");
  return (
    <ErrorNotice title={title}>
      {repeats(reason, title) ? null : (
        <span className="block break-words">{reason || "The service didn't report a reason."}</span>
      )}
      {output.length > 0 ? (
        <code className="mt-1 block max-h-40 overflow-auto whitespace-pre-wrap break-words rounded border bg-code px-2 py-1 font-mono text-foreground text-xs leading-[18px]">
          {output.join("\n")}
        </code>
      ) : null}
      <span className="block pt-1">{nextStep}</span>
      {failure?.code ? <span className="block font-mono text-xs">{failure.code}</span> : null}
      {failure?.code === "mcp_not_connected" ? <ConnectAgentServers agentId={agentId} /> : null}
    </ErrorNotice>
  );
}

/** The run's stored result and error, for when its events aren't available. */
function StoredOutcome({ run, loadFailed }: { run: Run; loadFailed: boolean }) {
  const { data } = useQuery({ ...runQuery(callProxy, run.agentId, run.id), staleTime: 60_000 });
  const failure = data?.error ?? run.error;
  const note = outcomeNote(run.status, ((data ?? run).git?.branches.length ?? 0) > 0);
  return (
    <div className="space-y-2">
      <p className="text-muted-foreground text-sm">
        {loadFailed
          ? "Couldn't load the transcript. Showing the run's result instead."
          : "The service no longer retains this transcript. Showing the run's result instead."}
      </p>
      {data?.result ? <MarkdownText text={data.result} /> : null}
      {run.status === "ERROR" ? <Failure failure={failure} agentId={run.agentId} /> : null}
      {note ? <p className="text-muted-foreground text-sm">{note}</p> : null}
    </div>
  );
}
