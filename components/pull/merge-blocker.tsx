"use client";

import Link from "next/link";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { blockerName } from "@/components/pulls/blockers";
import { type PullChange, useUpdatePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toast";
import { retryImport } from "@/lib/client/retry-import";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { actorName } from "@/lib/model/hosting/actor-name";
import { paths } from "@/lib/model/paths";
import { updateCommands } from "./update-commands";

const AskReviewersDialog = lazy(() => retryImport(() => import("@/components/reviews/request-reviewers-dialog")));

interface MergeBlockerItemProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  blocker: MergeBlocker;
  baseRef: string;
  mayAct: boolean;
}

/** One merge blocker: its name, its details, and how to clear it. */
export function MergeBlockerItem(props: MergeBlockerItemProps) {
  const { name, pull, blocker } = props;
  const { kind, message, pullRequest } = blocker;
  const own = pullRequest.id === pull.id;
  return (
    <li className="space-y-1">
      <p className="flex flex-wrap items-baseline gap-2">
        <Badge tone="danger">{blockerName(kind)}</Badge>
        {own ? null : (
          <Link href={paths.pull({ ...name, pullNumber: pullRequest.number })} className="underline">
            #{pullRequest.number}
          </Link>
        )}
        <span className="min-w-0 break-words">{message}</span>
      </p>
      <BlockerDetails name={name} pull={pull} blocker={blocker} />
      {own ? <BlockerAction {...props} /> : null}
    </li>
  );
}

function BlockerDetails({ name, pull, blocker }: Pick<MergeBlockerItemProps, "name" | "pull" | "blocker">) {
  const { mergeConflict, requiredChecks, codeownerApproval, stackShape } = blocker;
  const at = (pullNumber: string) => ({ ...name, pullNumber });
  if (mergeConflict) {
    const { conflictedPaths, truncated, inheritedFromDownstack } = mergeConflict;
    return (
      <>
        {inheritedFromDownstack ? (
          <p className="text-muted-foreground text-xs">It comes from a layer below: mend it there first.</p>
        ) : null}
        {conflictedPaths.length > 0 ? (
          <ul className="list-inside list-disc break-all pl-2 font-mono text-muted-foreground text-xs">
            {conflictedPaths.map((path) => (
              <li key={path}>{path}</li>
            ))}
            {truncated ? <li>and more</li> : null}
          </ul>
        ) : (
          <p className="text-muted-foreground text-xs">No file was named.</p>
        )}
      </>
    );
  }
  if (requiredChecks) {
    return (
      <ul className="list-inside list-disc break-words pl-2 text-xs">
        {requiredChecks.checks.map(({ name: check, owner, checkRun }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two apps may name a check alike
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
      See{" "}
      {related.map(({ id, number }) => (
        <Link key={id} href={paths.pull(at(number))} className="mr-1 underline">
          #{number}
        </Link>
      ))}
    </p>
  );
}

function BlockerAction({ name, pull, repository, blocker, baseRef, mayAct }: MergeBlockerItemProps): ReactNode {
  const { kind, codeownerApproval, stackShape } = blocker;
  if (kind === "required_checks") {
    return (
      <Button asChild size="small">
        <Link href={paths.pullChecks(name)} prefetch={false}>
          See the checks
        </Link>
      </Button>
    );
  }
  if (!mayAct) return null;
  switch (kind) {
    case "draft":
      return <ChangeButton name={name} change={{ draft: false }} label="Ready for review" />;
    case "closed":
      return <ChangeButton name={name} change={{ state: "open" }} label="Reopen" />;
    case "merge_conflict":
    case "behind_base":
    case "needs_restack":
      return <Commands pull={pull} base={kind === "behind_base" ? baseRef : pull.base.ref} />;
    case "required_approvals":
      return <AskReviewers name={name} suggested={[]} />;
    case "codeowner_approval":
      return (
        <AskReviewers name={name} suggested={codeownerApproval?.requirements.flatMap((each) => each.owners) ?? []} />
      );
    case "invalid_stack": {
      const base = stackShape?.reason === "base_branch_missing" ? repository?.defaultBranch : undefined;
      if (base) return <ChangeButton name={name} change={{ base }} label={`Retarget to ${base}`} />;
      return (
        <ChangeButton name={name} change={{ parentPullRequest: { clear: true } }} label="Take it out of the stack" />
      );
    }
    case "ruleset_error":
    case "rule_failure":
      return (
        <Button asChild size="small">
          <Link href={paths.repositoryRules(name)} prefetch={false}>
            See the rules
          </Link>
        </Button>
      );
    default:
      return null;
  }
}

function ChangeButton({ name, change, label }: { name: PullName; change: PullChange; label: string }) {
  const { mutate, isPending } = useUpdatePull(name);
  const onError = (error: Error) => toast.error("The pull request was not changed.", { description: error.message });
  return (
    <Button size="small" disabled={isPending} onClick={() => mutate(change, { onError })}>
      {label}
    </Button>
  );
}

function AskReviewers({ name, suggested }: { name: PullName; suggested: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Ask for a review
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <AskReviewersDialog name={name} suggested={suggested} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Commands that bring a branch up to date: the service has no operation for it. */
function Commands({ pull, base }: { pull: PullRequest; base: string }) {
  const text = updateCommands({ head: pull.head.ref, base });
  return (
    <details className="text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline">By hand, in a clone</summary>
      <div className="mt-1 flex items-start gap-1 rounded-md border bg-code py-1 pr-1 pl-2">
        <pre className="min-w-0 flex-1 whitespace-pre-wrap break-all font-mono">{text}</pre>
        <CopyButton text={text} what="commands" />
      </div>
    </details>
  );
}
