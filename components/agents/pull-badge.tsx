"use client";

import { useQuery } from "@tanstack/react-query";
import { GitPullRequest } from "lucide-react";
import Link from "next/link";
import { pullNameOf } from "@/components/pulls/pull-address";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Badge } from "@/components/ui/badge";
import { callProxy } from "@/lib/client/call";
import { pullRequestNumber, safeAddress } from "@/lib/model/agent-query/names";
import { paths } from "@/lib/model/paths";

/** Rows mount and unmount while scrolling and must not refetch each time. */
const staleTime = 300_000;
const className = "relative z-10 shrink-0 rounded hover:opacity-80";

/** Links to the pull request's dashboard page if the repository is hosted here, otherwise to its server. */
export function PullBadge({ url }: { url: string }) {
  const repositories = useQuery({ ...hostedRepositoriesQuery(callProxy), staleTime });
  const hosted = pullNameOf(url, repositories.data ?? []);
  const number = pullRequestNumber(url);
  const text = (
    <Badge tone="info">
      <GitPullRequest aria-hidden />
      <span className="sr-only">Pull request</span>
      {number === undefined ? "PR" : `#${number}`}
    </Badge>
  );
  if (hosted) {
    return (
      <Link href={paths.pull(hosted)} prefetch={false} className={className}>
        {text}
      </Link>
    );
  }
  const address = safeAddress(url);
  return address === undefined || repositories.isPending ? (
    text
  ) : (
    <a href={address} target="_blank" rel="noreferrer" className={className}>
      {text}
    </a>
  );
}
