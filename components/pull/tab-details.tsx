"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { checkRunsQuery } from "@/components/checks/check-queries";
import type { PullName } from "@/components/pulls/pull-queries";
import { commentsQuery, groupThreads } from "@/components/reviews/review-queries";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type CheckState, checkKindText, worstCheck } from "@/lib/model/checks/check-state";
import { pullCommitsQuery } from "./detail-queries";

const checkLooks: Readonly<Record<CheckState["kind"], { icon: LucideIcon; color: string }>> = {
  failed: { icon: CircleX, color: "text-danger" },
  attention: { icon: CircleX, color: "text-warning" },
  pending: { icon: CircleDashed, color: "text-info" },
  passed: { icon: CircleCheck, color: "text-success" },
};

/** A count, followed by + if there may be more. */
const atLeast = (count: number, more: boolean) => `${count.toLocaleString("en")}${more ? "+" : ""}`;

/** What each tab shows next to its name: open threads, commits, the worst result of the checks, and changed files. */
export function useTabDetails(name: PullName, pull: PullRequest | undefined): Readonly<Record<string, ReactNode>> {
  const enabled = pull !== undefined;
  const comments = useInfiniteQuery({ ...commentsQuery(name), enabled });
  const commits = useInfiniteQuery({ ...pullCommitsQuery(name, pull?.version.number ?? ""), enabled });
  const commit = { ownerSlug: name.ownerSlug, repoName: name.repoName, sha: pull?.head.sha ?? "" };
  const runs = useInfiniteQuery({ ...checkRunsQuery(commit), enabled, staleTime: 30_000 });
  const threads = groupThreads(comments.data?.pages.flatMap((page) => page.comments) ?? []);
  const open = threads.filter(({ resolvedAt }) => resolvedAt === undefined).length;
  const listed = commits.data?.pages.flatMap((page) => page.commits).length ?? 0;
  const checks = runs.data?.pages.flatMap((page) => page.checkRuns) ?? [];
  return {
    "": open > 0 ? <Detail>{`${atLeast(open, comments.hasNextPage)} open`}</Detail> : null,
    commits: commits.data ? <Detail>{atLeast(listed, commits.hasNextPage)}</Detail> : null,
    checks: <ChecksDetail checks={checks.map(({ status, conclusion }) => ({ status, conclusion, count: 1 }))} />,
    files: pull ? <Detail>{pull.version.diffError ? "?" : pull.changedFiles.toLocaleString("en")}</Detail> : null,
  };
}

function Detail({ children }: { children: ReactNode }) {
  return <span className="text-muted-foreground text-xs tabular-nums">{children}</span>;
}

function ChecksDetail({ checks }: { checks: Parameters<typeof worstCheck>[0] }) {
  const worst = worstCheck(checks);
  if (!worst) return null;
  const { icon: Icon, color } = checkLooks[worst.kind];
  return (
    <span className={`inline-flex items-center gap-1 text-xs tabular-nums ${color}`}>
      {worst.kind === "passed" ? null : worst.count}
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{worst.kind === "passed" ? "all passed" : checkKindText(worst.kind, worst.count)}</span>
    </span>
  );
}
