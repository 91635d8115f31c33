"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { checkRunsQuery } from "@/components/checks/check-queries";
import { callProxy } from "@/lib/client/call";
import { checksSummary } from "@/lib/model/checks/check-state";
import { paths } from "@/lib/model/paths";
import type { PullName } from "./pull-queries";
import { pullQuery } from "./pull-query";
import { PullState } from "./pull-state";

/** One-line summary of a pull request: its state and a link to its checks. */
export function PullSummary({ name }: { name: PullName }) {
  const { data: pull } = useQuery({ ...pullQuery(callProxy, name), staleTime: 10_000 });
  const { ownerSlug, repoName } = name;
  const runs = useInfiniteQuery({
    ...checkRunsQuery({ ownerSlug, repoName, sha: pull?.head.sha ?? "" }),
    enabled: pull !== undefined,
    staleTime: 10_000,
  });
  if (!pull) return null;
  const summary = checksSummary(runs.data?.pages.flatMap((page) => page.checkRuns) ?? []);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <PullState pull={pull} />
      {summary ? (
        <Link href={paths.pullChecks(name)} prefetch={false} className="text-muted-foreground hover:underline">
          {summary}
        </Link>
      ) : null}
    </span>
  );
}
