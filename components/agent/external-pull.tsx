"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, GitMerge, GitPullRequest, MessageSquare, Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { mergeBlockerTexts, mergeStateTexts } from "@/components/pulls/merge-blockers";
import { PullState } from "@/components/pulls/pull-state";
import { reviewLooks } from "@/components/pulls/review-looks";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { retryImport } from "@/lib/client/retry-import";
import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { fixPrompt, formatLines } from "@/lib/model/fix/fix-prompt";
import { counted } from "@/lib/model/plural";
import { externalPullsQuery } from "./external-pull-query";
import { useQueueMessage } from "./follow-up-queue-queries";

const MergeDialog = lazy(() => retryImport(() => import("./external-pull-merge")));
const CommentDialog = lazy(() => retryImport(() => import("./external-pull-comment")));

type Look = readonly [label: string, tone: Tone];

const mergeLooks: Readonly<Record<string, Look>> = {
  mergeable: [mergeStateTexts.mergeable.title, "success"],
  conflict: [mergeBlockerTexts.merge_conflict.title, "danger"],
  blocked: [mergeStateTexts.blocked.title, "warning"],
  behind: [mergeBlockerTexts.behind_base.title, "warning"],
  checking: [mergeStateTexts.checking.title, "neutral"],
};

function checksLook({ checks: { state, total, failed } }: AgentPullRequest): Look | undefined {
  switch (state) {
    case "failed":
      return [`${failed.length} of ${counted(total, "check")} failed`, "danger"];
    case "pending":
      return ["Checks pending", "info"];
    case "passed":
      return ["Checks passed", "success"];
    case "unknown":
      return ["Couldn't load checks", "neutral"];
    default:
      return undefined;
  }
}

const lookOf = (looks: Readonly<Record<string, Look>>, name: string | undefined) =>
  name !== undefined && Object.hasOwn(looks, name) ? looks[name] : undefined;

interface ExternalPullProps {
  agentId: string;
  url: string;
  /** Offers to send failures to the agent, to comment and to merge. */
  canSend?: boolean | undefined;
}

/** A pull request on another server, with its state if the service can read it. Links to the server. */
export function ExternalPull({ agentId, url, canSend = false }: ExternalPullProps) {
  const { data } = useQuery(externalPullsQuery(agentId));
  const pull = data?.items.find((each) => each.url === url);
  const problem = data?.problems.find((each) => each.url === url);
  const open = pull?.state === "open";
  const looks =
    pull && open ? [checksLook(pull), reviewLooks.get(pull.review ?? ""), lookOf(mergeLooks, pull.mergeability)] : [];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        title={pull?.title}
        className="inline-flex items-center gap-1 text-primary underline underline-offset-2"
      >
        <GitPullRequest aria-hidden className="size-3.5" />
        Pull request{pull ? ` #${pull.number}` : ""}
        <ExternalLink aria-hidden className="size-3" />
      </a>
      {pull ? <PullState pull={{ ...pull, merged: pull.state === "merged" }} /> : null}
      {looks.map((look) =>
        look ? (
          <Badge key={look[0]} tone={look[1]}>
            {look[0]}
          </Badge>
        ) : null,
      )}
      {problem ? <span className="text-danger">Couldn't load the pull request. {problem.message}</span> : null}
      {pull && open && canSend ? <PullActions agentId={agentId} pull={pull} /> : null}
    </span>
  );
}

/** The prompt for fixing a pull request's failed checks and conflicts, and for addressing its review comments. */
export function problemsPrompt(pull: AgentPullRequest): string {
  const { number, title, head, base, checks, mergeability, threads = [] } = pull;
  return fixPrompt({
    number: String(number),
    title,
    head,
    base,
    checks: checks.failed.map((check) => ({
      name: check.name,
      result: check.result,
      title: check.title,
      summary: [check.summary, check.url].filter(Boolean).join("\n"),
      annotations: [],
    })),
    reviews: [],
    threads: threads.map(({ path, line, comments }) => ({
      location: formatLines({ path, startLine: line }),
      comments,
    })),
    conflicts: mergeability === "conflict" ? { base, files: [] } : undefined,
    behind: mergeability === "behind" ? base : undefined,
  });
}

function PullActions({ agentId, pull }: { agentId: string; pull: AgentPullRequest }) {
  const [dialog, setDialog] = useState<"merge" | "comment">();
  const close = () => setDialog(undefined);
  const canMerge = pull.mergeability === "mergeable" && !pull.draft && pull.headSha !== undefined;
  return (
    <>
      <SendProblems agentId={agentId} pull={pull} />
      <Button size="small" onClick={() => setDialog("comment")}>
        <MessageSquare aria-hidden />
        Comment
      </Button>
      {canMerge ? (
        <Button size="small" variant="primary" onClick={() => setDialog("merge")}>
          <GitMerge aria-hidden />
          Merge
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {dialog === "merge" ? <MergeDialog agentId={agentId} pull={pull} onClose={close} /> : null}
        {dialog === "comment" ? <CommentDialog agentId={agentId} pull={pull} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function SendProblems({ agentId, pull }: { agentId: string; pull: AgentPullRequest }) {
  const { mutate, isPending } = useQueueMessage(agentId);
  const failing = pull.checks.failed.length > 0 || pull.mergeability === "conflict" || pull.mergeability === "behind";
  const commented = pull.threads !== undefined && pull.threads.length > 0;
  if (!failing && !commented) return null;
  const what = failing ? (commented ? "failures and comments" : "failures") : "comments";
  const send = () =>
    mutate(
      { prompt: { text: problemsPrompt(pull) }, mode: "agent" },
      {
        onSuccess: () => toast.success(`Sent ${what} to the agent.`),
        onError: (error) => toast.error(`Couldn't send ${what} to the agent.`, { description: error.message }),
      },
    );
  return (
    <Button size="small" disabled={isPending} onClick={send}>
      <Undo2 aria-hidden />
      {isPending ? "Sending…" : `Send ${what} to agent`}
    </Button>
  );
}
