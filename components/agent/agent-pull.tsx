"use client";

import { useQuery } from "@tanstack/react-query";
import { GitPullRequest } from "lucide-react";
import Link from "next/link";
import { parsePullUrl } from "@/components/pulls/pull-address";
import { PullSummary } from "@/components/pulls/pull-summary";
import { hostedRepositoryQuery } from "@/components/repositories/hosted-repository-query";
import { paths } from "@/lib/model/paths";
import { ExternalPull } from "./external-pull";
import { webLink } from "./git-command";

interface AgentPullProps {
  agentId: string;
  url: string;
  repoUrl: string;
  /** The hosted repositories that the agent uses, if known. */
  repositoryIds: readonly string[] | undefined;
  /** Offers to send the failures of a pull request on another server to the agent. */
  canSend?: boolean | undefined;
}

/** A pull request of an agent, with its state and checks. */
export function AgentPull({ agentId, url, repoUrl, repositoryIds, canSend }: AgentPullProps) {
  const { data: repository } = useQuery(hostedRepositoryQuery(repoUrl, repositoryIds));
  const hosted = repository ? parsePullUrl(url, [repository]) : undefined;
  if (hosted) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={paths.pull(hosted)} className="inline-flex items-center gap-1 text-primary hover:underline">
          <GitPullRequest aria-hidden className="size-3.5" />
          Pull request #{hosted.pullNumber}
        </Link>
        <PullSummary name={hosted} />
      </span>
    );
  }
  const link = webLink(url);
  return link ? <ExternalPull agentId={agentId} url={link} canSend={canSend} /> : null;
}
