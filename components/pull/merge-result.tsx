"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import Link from "next/link";
import { useUpdatePull } from "@/components/pulls/pull-mutations";
import { openPullsQuery, type PullName } from "@/components/pulls/pull-queries";
import { branchHeadQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { paths } from "@/lib/model/paths";
import { type KnownBranch, useDeleteBranch } from "./delete-branch";

/** Numbers of the pull requests merged together in this session, by the id of the pull request. */
const mergedNumbers = new Map<string, readonly string[]>();

export function rememberMerge(pullId: string, numbers: readonly string[]): void {
  mergedNumbers.set(pullId, numbers);
}

/** `Merged #4, #5 into main.` */
export const mergedText = (numbers: readonly string[], base: string): string =>
  `Merged ${numbers.map((number) => `#${number}`).join(", ")} into ${base}.`;

function mergedTogether(pullId: string): readonly string[] {
  return mergedNumbers.get(pullId) ?? [];
}

interface MergeResultProps {
  name: PullName;
  pull: PullRequest;
  canWrite: boolean;
}

/** The result of a merge: the commit, other merged pull requests, the branch, and pull requests still based on it. */
export function MergeResult({ name, pull, canWrite }: MergeResultProps) {
  const repository = { ownerSlug: name.ownerSlug, repoName: name.repoName };
  const { data: branchHead } = useQuery(branchHeadQuery(callProxy, repository, pull.head.ref));
  const children = useInfiniteQuery(openPullsQuery(repository, pull.head.ref));
  const others = mergedTogether(pull.id).filter((number) => number !== pull.number);
  const basedOnIt = children.isPlaceholderData ? [] : (children.data?.pages.flatMap((page) => page.pullRequests) ?? []);
  return (
    <section aria-label="Merge result" className="space-y-2 rounded-md border p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <GitMerge aria-hidden className="size-4 shrink-0 text-info" />
        Merged into {pull.base.ref}
        {pull.mergedAt ? (
          <RelativeTime iso={pull.mergedAt} className="font-normal text-muted-foreground text-xs" />
        ) : null}
      </p>
      <ul className="list-inside list-disc space-y-1 text-xs">
        {pull.mergeCommitSha ? (
          <li>
            {pull.base.ref} is now at{" "}
            <Link
              href={paths.repositoryAt(repository, { view: "history", ref: pull.mergeCommitSha })}
              className="font-mono underline"
            >
              {pull.mergeCommitSha.slice(0, 8)}
            </Link>{" "}
            <CopyButton text={pull.mergeCommitSha} what="merge commit" />
          </li>
        ) : null}
        {others.length > 0 ? (
          <li>
            Merged with{" "}
            {others.map((pullNumber) => (
              <Link key={pullNumber} href={paths.pull({ ...name, pullNumber })} className="mr-1 underline">
                #{pullNumber}
              </Link>
            ))}
          </li>
        ) : null}
        {branchHead === undefined ? null : (
          <li>
            Branch <code className="break-all font-mono">{pull.head.ref}</code>{" "}
            {branchHead ? "was kept." : "was deleted. Pull requests based on it now target the base branch."}{" "}
            {branchHead && branchHead !== pull.head.sha ? "It has new commits." : null}
            {branchHead && branchHead === pull.head.sha && canWrite ? (
              <DeleteBranch repository={repository} branch={pull.head.ref} sha={pull.head.sha} />
            ) : null}
          </li>
        )}
        {basedOnIt.map((child) => (
          <li key={child.id}>
            <Link href={paths.pull({ ...name, pullNumber: child.number })} className="underline">
              #{child.number} {child.title}
            </Link>{" "}
            still targets {pull.head.ref}.{" "}
            {canWrite ? <ChangeBase name={{ ...name, pullNumber: child.number }} base={pull.base.ref} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChangeBase({ name, base }: { name: PullName; base: string }) {
  const { mutate, isPending } = useUpdatePull(name);
  const changeBase = () =>
    mutate(
      { base },
      {
        onSuccess: () => toast.success(`#${name.pullNumber} now targets ${base}.`),
        onError: (error) =>
          toast.error(`Couldn't change the base of #${name.pullNumber}.`, { description: error.message }),
      },
    );
  return (
    <Button size="small" disabled={isPending} onClick={changeBase}>
      Change base to {base}
    </Button>
  );
}

function DeleteBranch(known: KnownBranch) {
  const { mutate, isPending } = useDeleteBranch();
  const { branch } = known;
  const remove = () =>
    mutate(known, {
      onSuccess: () => toast.success(`Deleted ${branch}.`),
      onError: (error) => toast.error(`Couldn't delete ${branch}.`, { description: error.message }),
    });
  return (
    <Button size="small" disabled={isPending} onClick={remove}>
      Delete branch
    </Button>
  );
}
