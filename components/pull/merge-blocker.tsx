"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { blockerTitle, mergeBlockerTexts } from "@/components/pulls/merge-blockers";
import { type PullChange, useUpdatePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { actorName } from "@/lib/model/hosting/actor-name";
import { paths } from "@/lib/model/paths";
import { JumpLink } from "./jump-link";
import { MergeRow } from "./merge-row";
import type { MergeTone } from "./merge-subjects";
import { UpdateBranch } from "./update-branch";
import { updateCommands } from "./update-commands";

const RequestReviewersDialog = lazyPart(() => import("@/components/reviews/request-reviewers-dialog"));

interface MergeBlockerProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  blocker: MergeBlocker;
  baseRef: string;
  /** The id of the first open thread. */
  openThread: string | undefined;
  canWrite: boolean;
}

/** A merge blocker with a separate row: its title, its details, and the action that clears it. */
export function MergeBlockerRow(props: MergeBlockerProps) {
  const { name, pull, blocker } = props;
  const { kind, message, pullRequest } = blocker;
  const isThisPull = pullRequest.id === pull.id;
  const summary = isThisPull ? (
    message
  ) : (
    <>
      <Link href={paths.pull({ ...name, pullNumber: pullRequest.number })} className="underline">
        #{pullRequest.number}
      </Link>{" "}
      {message}
    </>
  );
  return (
    <MergeRow title={blockerTitle(kind)} tone={blockerTone([blocker])} summary={summary}>
      <BlockerDetails name={name} pull={pull} blocker={blocker} />
      {isThisPull ? <BlockerAction {...props} /> : null}
    </MergeRow>
  );
}

interface SubjectRowProps extends Omit<MergeBlockerProps, "blocker"> {
  title: string;
  tone: MergeTone;
  /** Its state in a line. */
  summary: ReactNode;
  /** Blockers about this subject. */
  blockers: readonly MergeBlocker[];
}

/** The state of a subject, with what blocks it. */
export function SubjectRow({ title, tone, summary, blockers, ...shared }: SubjectRowProps) {
  return (
    <MergeRow title={title} tone={blockers.length > 0 ? blockerTone(blockers) : tone} summary={summary}>
      {blockers.map((blocker, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pull request can have several blockers of a kind
        <div key={`${blocker.kind} ${index}`} className="space-y-1">
          <p className="[overflow-wrap:anywhere]">{blocker.message}</p>
          <BlockerDetails name={shared.name} pull={shared.pull} blocker={blocker} />
          <BlockerAction {...shared} blocker={blocker} />
        </div>
      ))}
    </MergeRow>
  );
}

const blockerTone = (blockers: readonly MergeBlocker[]): MergeTone =>
  blockers.every(({ kind }) => kind === "conflict_check_pending") ? "pending" : "danger";

function BlockerDetails({ name, pull, blocker }: Pick<MergeBlockerProps, "name" | "pull" | "blocker">) {
  const { mergeConflict, requiredChecks, codeownerApproval, stackShape } = blocker;
  const at = (pullNumber: string) => ({ ...name, pullNumber });
  if (mergeConflict) {
    const { conflictedPaths, truncated, inheritedFromDownstack } = mergeConflict;
    return (
      <>
        {inheritedFromDownstack ? (
          <p className="text-muted-foreground text-xs">
            Inherited from a lower layer of the stack. Resolve it there first.
          </p>
        ) : null}
        {conflictedPaths.length > 0 ? (
          <ul className="list-inside list-disc break-all pl-2 font-mono text-muted-foreground text-xs">
            {conflictedPaths.map((path) => (
              <li key={path}>{path}</li>
            ))}
            {truncated ? <li>and more</li> : null}
          </ul>
        ) : (
          <p className="text-muted-foreground text-xs">The conflicting files weren't reported.</p>
        )}
      </>
    );
  }
  if (requiredChecks) {
    return (
      <ul className="list-inside list-disc break-words pl-2 text-xs">
        {requiredChecks.checks.map(({ name: check, owner, checkRun }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two apps can use the same check name
          <li key={`${check} ${index}`}>
            {checkRun ? (
              <Link
                href={paths.pullCheck(at(blocker.pullRequest.number), checkRun.id)}
                className="underline"
                prefetch={false}
              >
                {check}
              </Link>
            ) : (
              check
            )}{" "}
            <span className="text-muted-foreground">by {actorName(owner)}</span>
          </li>
        ))}
      </ul>
    );
  }
  if (codeownerApproval) {
    return (
      <ul className="list-inside list-disc break-all pl-2 text-xs">
        {codeownerApproval.requirements.map(({ owners, paths: files }) => (
          <li key={`${owners.join()} ${files.join()}`}>
            {owners.join(" or ")}: <span className="font-mono text-muted-foreground">{files.join(", ")}</span>
          </li>
        ))}
      </ul>
    );
  }
  const related = stackShape?.relatedPullRequests.filter(({ id }) => id !== pull.id) ?? [];
  if (related.length === 0) return null;
  return (
    <p className="text-xs">
      Related:{" "}
      {related.map(({ id, number }) => (
        <Link key={id} href={paths.pull(at(number))} className="mr-1 underline">
          #{number}
        </Link>
      ))}
    </p>
  );
}

function BlockerAction(props: MergeBlockerProps): ReactNode {
  const { name, pull, repository, blocker, baseRef, openThread, canWrite } = props;
  const { kind, codeownerApproval, stackShape } = blocker;
  if (kind === "required_checks") {
    return (
      <Button asChild size="small">
        <Link href={paths.pullChecks(name)} prefetch={false}>
          {mergeBlockerTexts.required_checks.action}
        </Link>
      </Button>
    );
  }
  if (openThread !== undefined && blocker.unresolvedThreads) {
    return (
      <Button asChild size="small">
        <JumpLink name={name} to={`thread-${openThread}`}>
          View open threads
        </JumpLink>
      </Button>
    );
  }
  if (!canWrite) return null;
  switch (kind) {
    case "draft":
      return <ChangeButton name={name} change={{ draft: false }} label={mergeBlockerTexts.draft.action} />;
    case "closed":
      return <ChangeButton name={name} change={{ state: "open" }} label={mergeBlockerTexts.closed.action} />;
    case "behind_base":
    case "needs_restack":
      return (
        <>
          <UpdateBranch name={name} pull={pull} restack={kind === "needs_restack"} />
          <Commands pull={pull} base={kind === "behind_base" ? baseRef : pull.base.ref} />
        </>
      );
    case "merge_conflict":
      return <Commands pull={pull} base={pull.base.ref} />;
    case "required_approvals":
      return <RequestReview name={name} suggested={[]} />;
    case "codeowner_approval":
      return (
        <RequestReview name={name} suggested={codeownerApproval?.requirements.flatMap((each) => each.owners) ?? []} />
      );
    case "invalid_stack": {
      const base = stackShape?.reason === "base_branch_missing" ? repository?.defaultBranch : undefined;
      if (base) return <ChangeButton name={name} change={{ base }} label={`Change base to ${base}`} />;
      return (
        <ChangeButton
          name={name}
          change={{ parentPullRequest: { clear: true } }}
          label={mergeBlockerTexts.invalid_stack.action}
        />
      );
    }
    case "ruleset_error":
    case "rule_failure":
      return (
        <Button asChild size="small">
          <Link href={paths.repositoryRules(name)} prefetch={false}>
            {mergeBlockerTexts.rule_failure.action}
          </Link>
        </Button>
      );
    default:
      return null;
  }
}

function ChangeButton({ name, change, label }: { name: PullName; change: PullChange; label: string }) {
  const { mutate, isPending } = useUpdatePull(name);
  const onError = (error: Error) => toast.error("Couldn't update the pull request.", { description: error.message });
  return (
    <Button size="small" disabled={isPending} onClick={() => mutate(change, { onError })}>
      {label}
    </Button>
  );
}

function RequestReview({ name, suggested }: { name: PullName; suggested: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {mergeBlockerTexts.required_approvals.action}
      </Button>
      {open ? <RequestReviewersDialog name={name} suggested={suggested} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Git commands that update the branch, to resolve conflicts. */
function Commands({ pull, base }: { pull: PullRequest; base: string }) {
  const text = updateCommands({ head: pull.head.ref, base });
  return (
    <details className="text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline">
        {mergeBlockerTexts.merge_conflict.action}
      </summary>
      <div className="mt-1 flex items-start gap-1 rounded-md border bg-code py-1 pr-1 pl-2">
        <pre className="min-w-0 flex-1 whitespace-pre-wrap break-all font-mono">{text}</pre>
        <CopyButton text={text} what="commands" />
      </div>
    </details>
  );
}
