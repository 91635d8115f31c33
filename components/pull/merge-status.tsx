"use client";

import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import Link from "next/link";
import { blockerTitle, mergeState, mergeStateTexts, orderedBlockers } from "@/components/pulls/merge-blockers";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { paths } from "@/lib/model/paths";
import { Elapsed } from "./elapsed";
import { FixActions } from "./fix-actions";
import { JumpLink } from "./jump-link";
import { MergeBlockerRow, SubjectRow } from "./merge-blocker";
import { MergeRow } from "./merge-row";
import { type MergeSubject, subjectOf, summarizeBase } from "./merge-subjects";
import type { MergeOverview } from "./use-merge-overview";

interface MergeStatusProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  mergeability: Mergeability;
  overview: MergeOverview;
  canWrite: boolean;
  onRefresh: () => void;
}

const icons = {
  mergeable: { Icon: CircleCheck, color: "text-success" },
  checking: { Icon: CircleDashed, color: "text-muted-foreground" },
  blocked: { Icon: CircleX, color: "text-danger" },
} as const;

/**
 * The merge state, and what it is about: reviews, checks, threads and the base branch, each with the blockers about it, after
 * the other blockers.
 */
export function MergeStatus({ overview, onRefresh, ...shared }: MergeStatusProps) {
  const { name, pull, repository, mergeability, canWrite } = shared;
  const { baseRef } = mergeability;
  const blockers = orderedBlockers(mergeability);
  const subject = (blocker: MergeBlocker) => (blocker.pullRequest.id === pull.id ? subjectOf(blocker) : undefined);
  const blockersOf = (each: MergeSubject) => blockers.filter((blocker) => subject(blocker) === each);
  const state = mergeState(mergeability);
  const { Icon, color } = icons[state];
  const isFixable = state === "blocked" || (state === "mergeable" && overview.changesRequested);
  return (
    <div className="space-y-2 p-3 text-sm">
      <h2 className="sr-only">Merge status</h2>
      <p className="flex flex-wrap items-center gap-2 font-medium" role="status">
        <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
        {state === "mergeable" ? `${mergeStateTexts[state].title} into ${baseRef}` : mergeStateTexts[state].title}
        {state === "checking" ? (
          <span className="font-normal text-muted-foreground text-xs">
            <Elapsed />
          </span>
        ) : null}
      </p>
      {state !== "mergeable" && blockers.length === 0 ? (
        <p className="text-muted-foreground">The service gave no reason (status: {mergeability.verdict}).</p>
      ) : null}
      <ul className="space-y-2">
        {blockers.map((blocker, index) =>
          subject(blocker) ? null : (
            <MergeBlockerRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a pull request can have several blockers of a kind
              key={`${blocker.pullRequest.id} ${blocker.kind} ${index}`}
              name={name}
              pull={pull}
              repository={repository}
              blocker={blocker}
              baseRef={baseRef}
              canWrite={canWrite}
              openThread={overview.openThread}
            />
          ),
        )}
        <SubjectRows {...shared} overview={overview} blockersOf={blockersOf} />
        <EvaluatedRules blockers={mergeability.evaluatedBlockers ?? []} />
      </ul>
      {state !== "mergeable" || (canWrite && isFixable) ? (
        <div className="flex flex-wrap gap-2">
          {canWrite && isFixable ? <FixActions name={name} /> : null}
          {state === "mergeable" ? null : (
            <Button size="small" variant={canWrite && isFixable ? "ghost" : "secondary"} onClick={onRefresh}>
              Check again
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}

interface SubjectRowsProps extends Omit<MergeStatusProps, "onRefresh"> {
  blockersOf: (subject: MergeSubject) => MergeBlocker[];
}

function SubjectRows({ overview, blockersOf, mergeability, ...props }: SubjectRowsProps) {
  const { name } = props;
  const { reviews, checks, threads, openThread, changesRequested } = overview;
  const shared = { ...props, baseRef: mergeability.baseRef, openThread };
  const base = summarizeBase(mergeability);
  const [ofChecks, ofThreads, ofBase] = [blockersOf("checks"), blockersOf("threads"), blockersOf("base")];
  return (
    <>
      <SubjectRow
        {...shared}
        title="Reviews"
        tone={reviews.tone}
        blockers={blockersOf("reviews")}
        summary={
          <>
            <JumpLink name={name} to="reviewers" className="underline">
              {reviews.text}
            </JumpLink>
            {changesRequested && mergeState(mergeability) === "mergeable" ? " (doesn't block merging)" : ""}
          </>
        }
      />
      {/* A blocker has a button for what the text links to. */}
      <SubjectRow
        {...shared}
        title="Checks"
        tone={checks.tone}
        blockers={ofChecks}
        summary={
          ofChecks.length > 0 ? (
            checks.text
          ) : (
            <Link href={paths.pullChecks(name)} prefetch={false} className="underline">
              {checks.text}
            </Link>
          )
        }
      />
      <SubjectRow
        {...shared}
        title="Threads"
        tone={threads.tone}
        blockers={ofThreads}
        summary={
          openThread === undefined || ofThreads.length > 0 ? (
            threads.text
          ) : (
            <JumpLink name={name} to={`thread-${openThread}`} className="underline">
              {threads.text}
            </JumpLink>
          )
        }
      />
      <SubjectRow
        {...shared}
        title="Base branch"
        tone={base.tone}
        blockers={ofBase}
        summary={ofBase.length > 0 ? ofBase.map(({ kind }) => blockerTitle(kind)).join(", ") : base.text}
      />
    </>
  );
}

/** What rulesets in evaluate mode would block. */
function EvaluatedRules({ blockers }: { blockers: readonly MergeBlocker[] }) {
  if (blockers.length === 0) return null;
  const messages = [...new Set(blockers.map(({ message }) => message))];
  return (
    <MergeRow title="Rules in evaluate mode" tone="neutral" summary="would block merging">
      <ul className="list-inside list-disc text-muted-foreground text-xs">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </MergeRow>
  );
}
