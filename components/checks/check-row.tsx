"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, MessageSquareWarning, RotateCw } from "lucide-react";
import { useState } from "react";
import MarkdownText from "@/components/transcript/markdown";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FoldIcon } from "@/components/ui/fold-icon";
import { RelativeTime, shortAge } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { useNow } from "@/components/ui/use-now";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { checkState, timeLeft } from "@/lib/model/checks/check-state";
import { actorName } from "@/lib/model/hosting/actor-name";
import { counted } from "@/lib/model/plural";
import { CheckAnnotations } from "./check-annotations";
import { CheckBadge } from "./check-badge";
import { allAnnotationsQuery, type CommitName, useRerequest } from "./check-queries";

interface CheckRowProps {
  run: CheckRun;
  /** Whether rulesets require it: `Required`, `Optional`. */
  requirement: string;
  commit: CommitName;
  pullNumber: string;
  canWrite: boolean;
}

const isHttpUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** One check run. Expands to show its output. */
export function CheckRow({ run, requirement, commit, pullNumber, canWrite }: CheckRowProps) {
  const anchor = `check-${run.id}`;
  const [open, setOpen] = useState(() => window.location.hash === `#${anchor}`);
  const body = `${anchor}-body`;
  const previous = run.status === "rerequested" ? run.conclusion : undefined;
  // A link to a check expands it and scrolls to it.
  const reveal = (row: HTMLLIElement | null) => {
    if (row && window.location.hash === `#${anchor}`) row.scrollIntoView({ block: "center" });
  };
  return (
    <li id={anchor} data-row ref={open ? reveal : undefined} className="px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-6 min-w-0 items-center gap-1.5 text-left font-medium hover:underline"
        >
          <FoldIcon open={open} />
          <span className="break-words">{run.name}</span>
        </button>
        <CheckBadge run={run} />
        {previous ? (
          <s className="text-muted-foreground text-xs">
            <span className="sr-only">Previous attempt: </span>
            {checkState({ status: "completed", conclusion: previous }).label}
          </s>
        ) : null}
        <span className="text-muted-foreground text-xs">{requirement}</span>
        <Deadline run={run} />
        <AnnotationCount run={run} commit={commit} />
        <span className="text-muted-foreground text-xs">
          <Duration run={run} />
          <RelativeTime iso={run.updatedAt} />
        </span>
        <span className="ml-auto flex items-center gap-1">
          {run.detailsUrl && isHttpUrl(run.detailsUrl) ? (
            <a
              href={run.detailsUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="inline-flex min-h-6 items-center gap-1 text-xs underline"
            >
              Details<span className="sr-only"> of {run.name}</span>
              <ExternalLink aria-hidden className="size-3" />
            </a>
          ) : null}
          {canWrite ? <RerunButton run={run} commit={commit} /> : null}
        </span>
      </div>
      {run.output?.title ? <p className="break-words pl-5 text-muted-foreground text-xs">{run.output.title}</p> : null}
      {run.rerequestedAt && run.rerequestedBy ? (
        <p className="pl-5 text-muted-foreground text-xs">
          Re-run requested <RelativeTime iso={run.rerequestedAt} /> by {actorName(run.rerequestedBy)}. Waiting for{" "}
          {actorName(run.actor)}.
        </p>
      ) : null}
      {open ? (
        <div id={body} className="space-y-3 pt-2 pl-5">
          <p className="text-muted-foreground text-xs">
            Key <span className="break-all font-mono">{run.key}</span>, attempt{" "}
            <span className="break-all font-mono">{run.externalId}</span>
          </p>
          {run.output?.summary ? <MarkdownText text={run.output.summary} /> : null}
          {run.output?.text ? <MarkdownText text={run.output.text} /> : null}
          <CheckAnnotations run={run} commit={commit} pullNumber={pullNumber} />
        </div>
      ) : null}
    </li>
  );
}

/** The number of a completed run's annotations, which a green run can have, too. */
function AnnotationCount({ run, commit }: { run: CheckRun; commit: CommitName }) {
  const { data } = useQuery({ ...allAnnotationsQuery(commit, run), enabled: run.status === "completed" });
  if (!data || data.annotations.length === 0) return null;
  const isNotice = data.annotations.every(({ annotationLevel }) => annotationLevel === "notice");
  return (
    <Badge tone={isNotice ? "neutral" : "warning"}>
      <MessageSquareWarning aria-hidden />
      {counted(data.annotations.length, "annotation")}
    </Badge>
  );
}

function Duration({ run: { status, startedAt, completedAt } }: { run: CheckRun }) {
  if (status !== "completed" || !startedAt || !completedAt) return null;
  const ms = Date.parse(completedAt) - Date.parse(startedAt);
  return ms > 0 ? `${ms < 10_000 ? `${Math.round(ms / 100) / 10} s` : shortAge(ms)} · ` : null;
}

function Deadline({ run }: { run: CheckRun }) {
  return run.status === "in_progress" && run.deadlineAt ? <Countdown iso={run.deadlineAt} /> : null;
}

function Countdown({ iso }: { iso: string }) {
  const left = timeLeft(iso, useNow());
  return (
    <time
      dateTime={iso}
      title={iso.replace("T", " ").replace("Z", " UTC")}
      className="text-muted-foreground text-xs tabular-nums"
    >
      {left ? `times out in ${left}` : "timed out"}
    </time>
  );
}

function RerunButton({ run, commit }: { run: CheckRun; commit: CommitName }) {
  const { mutate, isPending } = useRerequest(commit);
  const isRequested = run.status === "rerequested";
  if (!isRequested && (run.status !== "completed" || !run.isRerequestable)) return null;
  const rerun = () =>
    mutate(run.id, {
      onSuccess: () => toast.success(`Re-run of ${run.name} requested.`),
      onError: (error) => toast.error(`Couldn't re-run ${run.name}.`, { description: error.message }),
    });
  return (
    <Button size="small" variant="ghost" disabled={isRequested || isPending} onClick={rerun}>
      <RotateCw aria-hidden />
      {isRequested || isPending ? "Re-run requested" : "Re-run"}
      <span className="sr-only">: {run.name}</span>
    </Button>
  );
}
