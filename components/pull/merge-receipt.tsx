"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import Link from "next/link";
import { useUpdatePull } from "@/components/pulls/pull-mutations";
import { type PullName, pullsQuery } from "@/components/pulls/pull-queries";
import { branchesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { paths } from "@/lib/model/paths";
import { type KnownBranch, useDeleteBranch } from "./delete-branch";

/** Pull requests that were merged together since the page was loaded, by the one that was merged. */
const merged = new Map<string, readonly string[]>();

export function rememberMerge(pullId: string, numbers: readonly string[]): void {
  merged.set(pullId, numbers);
}

function mergedTogether(pullId: string): readonly string[] {
  return merged.get(pullId) ?? [];
}

interface MergeReceiptProps {
  name: PullName;
  pull: PullRequest;
  mayAct: boolean;
}

/** The result of a merge: its commit, the pull requests merged with it, the branch, and the pull requests still based on it. */
export function MergeReceipt({ name, pull, mayAct }: MergeReceiptProps) {
  const repository = { ownerSlug: name.ownerSlug, repoName: name.repoName };
  const branches = useQuery(branchesQuery(callProxy, repository));
  const children = useInfiniteQuery(
    pullsQuery(repository, { state: "open", author: "", base: pull.head.ref, sortBy: "created" }),
  );
  const kept = branches.data && (branches.data.find(({ name: branch }) => branch === pull.head.ref) ?? false);
  const along = mergedTogether(pull.id).filter((number) => number !== pull.number);
  const waiting = children.isPlaceholderData ? [] : (children.data?.pages.flatMap((page) => page.pullRequests) ?? []);
  return (
    <section aria-label="What became of it" className="space-y-2 rounded-md border p-3 text-sm">
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
            {pull.base.ref} has moved to{" "}
            <Link
              href={paths.repositoryAt(repository, { view: "history", ref: pull.mergeCommitSha })}
              className="font-mono underline"
            >
              {pull.mergeCommitSha.slice(0, 8)}
            </Link>{" "}
            <CopyButton text={pull.mergeCommitSha} what="merge commit" />
          </li>
        ) : null}
        {along.length > 0 ? (
          <li>
            With it:{" "}
            {along.map((pullNumber) => (
              <Link key={pullNumber} href={paths.pull({ ...name, pullNumber })} className="mr-1 underline">
                #{pullNumber}
              </Link>
            ))}
          </li>
        ) : null}
        {kept === undefined ? null : (
          <li>
            The branch <code className="break-all font-mono">{pull.head.ref}</code>{" "}
            {kept ? "was kept." : "was deleted; what built on it goes on from the base."}{" "}
            {kept && kept.commit.sha !== pull.head.sha ? "It has moved since." : null}
            {kept && kept.commit.sha === pull.head.sha && mayAct ? (
              <DeleteBranch repository={repository} branch={pull.head.ref} sha={pull.head.sha} />
            ) : null}
          </li>
        )}
        {waiting.map((child) => (
          <li key={child.id}>
            <Link href={paths.pull({ ...name, pullNumber: child.number })} className="underline">
              #{child.number} {child.title}
            </Link>{" "}
            still merges into {pull.head.ref}.{" "}
            {mayAct ? <Retarget name={{ ...name, pullNumber: child.number }} base={pull.base.ref} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Retarget({ name, base }: { name: PullName; base: string }) {
  const { mutate, isPending } = useUpdatePull(name);
  const retarget = () =>
    mutate(
      { base },
      {
        onSuccess: () => toast.success(`#${name.pullNumber} now merges into ${base}.`),
        onError: (error) => toast.error(`#${name.pullNumber} was not retargeted.`, { description: error.message }),
      },
    );
  return (
    <Button size="small" disabled={isPending} onClick={retarget}>
      Retarget to {base}
    </Button>
  );
}

function DeleteBranch(known: KnownBranch) {
  const { mutate, isPending } = useDeleteBranch();
  const { branch } = known;
  const remove = () =>
    mutate(known, {
      onSuccess: () => toast.success(`${branch} was deleted.`),
      onError: (error) => toast.error(`${branch} was not deleted.`, { description: error.message }),
    });
  return (
    <Button size="small" disabled={isPending} onClick={remove}>
      Delete the branch
    </Button>
  );
}
